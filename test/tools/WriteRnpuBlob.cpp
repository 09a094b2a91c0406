// write_rnpu_blob FILE [VARIANT]: the blob of RnpuBlob.h for tests of the tools.
#include "test/tools/RnpuBlob.h"

#include <cstdio>

int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  std::string name = argc > 2 ? argv[2] : "";
  rnpu_blob::Variant variant;
  variant.missingWait = name == "missing-wait";
  variant.cpuStep = name == "cpu-step";
  variant.uncalibrated = name == "uncalibrated";
  variant.strided = name == "strided";
  std::vector<uint8_t> file = rnpu_blob::writer(variant).finish();
  std::FILE *out = std::fopen(argv[1], "wb");
  return out && std::fwrite(file.data(), 1, file.size(), out) == file.size() && std::fclose(out) == 0 ? 0 : 1;
}
