#include "compiler/tools/run/Outputs.h"

#include "runtime/tensor.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace npu {

// Most file systems end names at 255 bytes; outputs.json keeps the whole.
static constexpr size_t longestName = 200;

std::string outputFileName(size_t index, const std::string &name) {
  std::string safe = name.substr(0, longestName);
  for (char &c : safe) {
    bool plain = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
                 c == '-';
    c = plain ? c : '_';
  }
  return std::to_string(index) + "_" + safe + ".npy";
}

namespace {

/// Files under provisional names; what is not committed is removed.
class PendingFiles {
public:
  explicit PendingFiles(std::filesystem::path folder) : folder(std::move(folder)) {}
  PendingFiles(const PendingFiles &) = delete;
  ~PendingFiles() {
    for (const std::string &name : names)
      std::remove(aside(name).c_str());
  }

  bool write(const std::string &name, const void *bytes, size_t size, std::string &error) {
    std::FILE *file = std::fopen(aside(name).c_str(), "wb");
    if (!file)
      return fail(name, error);
    names.push_back(name);
    bool written = std::fwrite(bytes, 1, size, file) == size;
    int why = errno;
    if (std::fclose(file) == 0 && written)
      return true;
    errno = written ? errno : why;
    return fail(name, error);
  }

  bool commit(std::string &error) {
    for (; !names.empty(); names.pop_back())
      if (std::rename(aside(names.back()).c_str(), (folder / names.back()).c_str()) != 0)
        return fail(names.back(), error);
    return true;
  }

private:
  std::string aside(const std::string &name) const {
    return (folder / ("." + name + "." + std::to_string(getpid()))).string();
  }
  bool fail(const std::string &name, std::string &error) const {
    error = "cannot write '" + (folder / name).string() + "': " + std::strerror(errno);
    return false;
  }

  std::filesystem::path folder;
  std::vector<std::string> names;
};

} // namespace

static std::string indexText(const std::vector<RunOutput> &outputs) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (size_t i = 0; i < outputs.size(); ++i) {
    const RunOutput &output = outputs[i];
    rows.push_back({{"index", i},
                    {"name", output.name},
                    {"file", outputFileName(i, output.name)},
                    {"type", npu_type_name(output.array.type)},
                    {"shape", output.array.shape}});
  }
  nlohmann::ordered_json index = {{"schema_version", 1}, {"outputs", rows}};
  // Names from a blob may be no UTF-8: replaced, not thrown about.
  return index.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

bool writeOutputs(const std::string &folder, const std::vector<RunOutput> &outputs, std::string &error) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure || !std::filesystem::is_directory(folder, failure)) {
    error = "cannot make folder '" + folder + "': " + (failure ? failure.message() : "a file is in its place");
    return false;
  }
  PendingFiles files(folder);
  for (size_t i = 0; i < outputs.size(); ++i) {
    std::vector<uint8_t> bytes = encodeNpy(outputs[i].array);
    if (!files.write(outputFileName(i, outputs[i].name), bytes.data(), bytes.size(), error))
      return false;
  }
  std::string index = indexText(outputs);
  return files.write("outputs.json", index.data(), index.size(), error) && files.commit(error);
}

} // namespace npu
