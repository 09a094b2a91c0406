#include "runtime/status.h"

#include <stdarg.h>
#include <stddef.h>

const char *npu_status_name(npu_status status) {
  switch (status) {
  case NPU_OK: return "ok";
  case NPU_ERROR_ARGUMENT: return "bad argument";
  case NPU_ERROR_FORMAT: return "bad blob";
  case NPU_ERROR_VERSION: return "version mismatch";
  case NPU_ERROR_PROGRAM: return "illegal program";
  case NPU_ERROR_MEMORY: return "not enough memory";
  case NPU_ERROR_DEVICE: return "device error";
  case NPU_ERROR_UNSUPPORTED: return "unsupported";
  }
  return "unknown status";
}

/* Truncates silently: a long name must not turn an error into a crash. */
typedef struct {
  char *text;
  size_t used, room; /* room excludes the NUL */
} writer;

static void put_char(writer *out, char c) {
  if (out->used < out->room)
    out->text[out->used++] = c;
}

static void put_string(writer *out, const char *s) {
  for (s = s ? s : "(null)"; *s; ++s)
    put_char(out, *s);
}

static void put_unsigned(writer *out, unsigned long long value, unsigned base) {
  char digits[24];
  unsigned count = 0;
  do {
    digits[count++] = "0123456789abcdef"[value % base];
    value /= base;
  } while (value);
  while (count)
    put_char(out, digits[--count]);
}

static void put_signed(writer *out, long long value) {
  if (value < 0)
    put_char(out, '-');
  /* Negated as unsigned: LLONG_MIN has no positive counterpart. */
  put_unsigned(out, value < 0 ? 0ull - (unsigned long long)value : (unsigned long long)value, 10);
}

static const char *put_conversion(writer *out, const char *at, va_list *args) {
  int wide = at[0] == 'l' && at[1] == 'l';
  if (wide)
    at += 2;
  switch (*at) {
  case 's': put_string(out, va_arg(*args, const char *)); break;
  case 'u': put_unsigned(out, wide ? va_arg(*args, unsigned long long) : va_arg(*args, unsigned), 10); break;
  case 'x': put_unsigned(out, wide ? va_arg(*args, unsigned long long) : va_arg(*args, unsigned), 16); break;
  case 'd': put_signed(out, wide ? va_arg(*args, long long) : va_arg(*args, int)); break;
  case '%': put_char(out, '%'); break;
  default: return at; /* not a conversion: print what follows as it stands */
  }
  return at + 1;
}

npu_status npu_fail(npu_error *error, npu_status status, const char *format, ...) {
  if (!error)
    return status;
  writer out = {error->text, 0, sizeof error->text - 1};
  va_list args;
  va_start(args, format);
  while (*format) {
    if (*format == '%')
      format = put_conversion(&out, format + 1, &args);
    else
      put_char(&out, *format++);
  }
  va_end(args);
  error->text[out.used] = 0;
  return status;
}
