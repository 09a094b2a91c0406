#include "runtime/kernels/conv.h"

#include "runtime/kernels/conv_i8_vector.h"

npu_conv npu_dense_as_conv(int64_t rows, int64_t in_features, int64_t out_features) {
  const npu_axis one = {1, 1, 1, 1, 1, 0, 0};
  npu_conv conv = {{rows, one, one}, in_features, out_features, 1};
  return conv;
}

typedef struct {
  const npu_conv *conv;
  const npu_conv_quant *quant;
  const int8_t *in, *weights;
} operands;

/* One accumulator, without bias. */
static int64_t accumulate(const operands *o, int64_t n, int64_t y, int64_t x, int64_t k) {
  const npu_axis *rows = &o->conv->window.rows, *columns = &o->conv->window.columns;
  const int64_t channels = o->conv->in_channels / o->conv->groups;
  const int64_t first = k / (o->conv->out_channels / o->conv->groups) * channels;
  const int32_t in_zero = o->quant->in_zero, weight_zero = o->quant->weight_zeros ? o->quant->weight_zeros[k] : 0;
  int64_t sum = 0;
  for (int64_t r = 0; r < rows->kernel; ++r)
    for (int64_t s = 0; s < columns->kernel; ++s) {
      const int64_t iy = npu_axis_position(rows, y, r), ix = npu_axis_position(columns, x, s);
      if (!npu_axis_inside(rows, iy) || !npu_axis_inside(columns, ix))
        continue;
      const int8_t *pixel = o->in + ((n * rows->in + iy) * columns->in + ix) * o->conv->in_channels + first;
      const int8_t *weight = o->weights + ((k * rows->kernel + r) * columns->kernel + s) * channels;
      for (int64_t c = 0; c < channels; ++c)
        sum += (pixel[c] - in_zero) * (weight[c] - weight_zero);
    }
  return sum;
}

int npu_conv_i8_reference(const npu_conv *conv, const npu_conv_quant *quant, const int8_t *in, const int8_t *weights,
                          int8_t *out) {
  const operands o = {conv, quant, in, weights};
  for (int64_t n = 0; n < conv->window.batch; ++n)
    for (int64_t y = 0; y < conv->window.rows.out; ++y)
      for (int64_t x = 0; x < conv->window.columns.out; ++x)
        for (int64_t k = 0; k < conv->out_channels; ++k)
          if (!npu_conv_store_i8(quant, k, accumulate(&o, n, y, x, k), out++))
            return 0;
  return 1;
}

int npu_conv_i8(const npu_conv *conv, const npu_conv_quant *quant, const int8_t *in, const int8_t *weights,
                int8_t *out) {
  if (npu_conv_i8_vector_applies(conv))
    return npu_conv_i8_vector(conv, quant, in, weights, out);
  return npu_conv_i8_reference(conv, quant, in, weights, out);
}
