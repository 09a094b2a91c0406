#include "compiler/driver/WholeFile.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace npu {

static bool writeBytes(const std::string &path, std::string_view bytes) {
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (!file)
    return false;
  bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  int failure = errno;
  bool closed = std::fclose(file) == 0;
  if (!written)
    errno = failure;
  return written && closed;
}

bool writeWholeFile(const std::string &path, std::string_view bytes, std::string &error) {
  std::string aside = path + ".partial-" + std::to_string(getpid());
  if (writeBytes(aside, bytes) && std::rename(aside.c_str(), path.c_str()) == 0)
    return true;
  error = "cannot write '" + path + "': " + std::strerror(errno);
  std::remove(aside.c_str());
  return false;
}

} // namespace npu
