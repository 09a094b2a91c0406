#include "compiler/calibrate/Samples.h"

#include "runtime/tensor.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace mlir;
namespace npu {

namespace fs = std::filesystem;

static std::string quoted(const std::string &path) { return "'" + path + "'"; }

static SmallVector<int64_t> shapeOf(const NpyArray &array) { return {array.shape.begin(), array.shape.end()}; }

/// How many inputs the array holds along its first axis; 0 when its type or shape is another.
static uint64_t countOf(const NpyArray &array, RankedTensorType input) {
  std::optional<npu_type> wanted = npyTypeOf(input.getElementType());
  SmallVector<int64_t> shape = shapeOf(array);
  ArrayRef<int64_t> one = input.getShape();
  if (!wanted || array.type != *wanted || shape.size() != one.size())
    return 0;
  if (one.empty())
    return 1;
  bool same = ArrayRef<int64_t>(shape).drop_front() == one.drop_front();
  return same ? static_cast<uint64_t>(shape[0] / one[0]) : 0;
}

static std::string gotAndWanted(const NpyArray &array, RankedTensorType input) {
  std::string error;
  toTensor(array, input, error);
  return error + (input.getRank() ? " or a first axis that is a multiple of " + std::to_string(input.getShape()[0]) : "");
}

static uint64_t countNotFinite(const NpyArray &array) {
  uint64_t bad = 0;
  const auto *values = reinterpret_cast<const float *>(array.data.data());
  for (size_t i = 0; array.type == NPU_TYPE_F32 && i < array.data.size() / sizeof(float); ++i)
    bad += !std::isfinite(values[i]);
  return bad;
}

/// The number of samples in a sound file, else 0 and a fault.
uint64_t Samples::check(const std::string &path, RankedTensorType input, std::vector<std::string> &faults) {
  std::string error;
  std::optional<NpyArray> array = readNpy(path, error);
  if (!array) {
    faults.push_back(error);
    return 0;
  }
  uint64_t count = countOf(*array, input);
  if (count == 0) {
    faults.push_back(quoted(path) + " " + gotAndWanted(*array, input));
    return 0;
  }
  if (uint64_t bad = countNotFinite(*array)) {
    faults.push_back(quoted(path) + " holds " + std::to_string(bad) + " values that are NaN or infinite");
    return 0;
  }
  int64_t batch = input.getRank() ? input.getShape()[0] : 1;
  if (uint64_t rest = input.getRank() ? array->shape[0] % batch : 0)
    remarks.push_back("the last " + std::to_string(rest) + " of " + quoted(path) + " are no whole batch of " +
                      std::to_string(batch) + " and are left out");
  if (count > 1)
    held[path] = std::move(*array);
  return count;
}

void Samples::addStacked(const std::string &path, std::vector<std::string> &faults) {
  if (inputs.size() != 1) {
    faults.push_back(quoted(path) + " is one file, the network has " + std::to_string(inputs.size()) +
                     " inputs: wanted a .txt list with one file per input on each line");
    return;
  }
  uint64_t count = check(path, inputs[0], faults);
  for (uint64_t i = 0; i < count; ++i)
    samples.push_back({{path, i}});
}

void Samples::addSample(const std::vector<std::string> &paths, std::vector<std::string> &faults) {
  Sample sample;
  uint64_t least = UINT64_MAX, most = 0;
  for (size_t i = 0; i < paths.size(); ++i) {
    uint64_t count = check(paths[i], inputs[i], faults);
    least = std::min(least, count);
    most = std::max(most, count);
    sample.push_back({paths[i], 0});
  }
  if (least == 0)
    return;
  if (least != most) {
    faults.push_back(quoted(paths[0]) + " and the files beside it hold different numbers of samples");
    return;
  }
  for (uint64_t i = 0; i < least; ++i) {
    for (Part &part : sample)
      part.index = i;
    samples.push_back(sample);
  }
}

void Samples::addList(const std::string &path, std::vector<std::string> &faults) {
  std::ifstream file(path);
  std::string line;
  for (size_t number = 1; std::getline(file, line); ++number) {
    std::istringstream words(line);
    std::vector<std::string> paths;
    for (std::string word; words >> word;)
      paths.push_back((fs::path(path).parent_path() / word).string());
    if (paths.empty())
      continue;
    if (paths.size() == inputs.size())
      addSample(paths, faults);
    else
      faults.push_back(quoted(path) + " line " + std::to_string(number) + ": " + std::to_string(paths.size()) +
                       " files, wanted one for each of " + std::to_string(inputs.size()) + " inputs");
  }
}

void Samples::addFolder(const std::string &path, std::vector<std::string> &faults) {
  std::vector<std::string> files;
  std::error_code code;
  for (fs::recursive_directory_iterator at(path, code), end; !code && at != end; at.increment(code))
    if (at->path().extension() == ".npy")
      files.push_back(at->path().string());
  if (code)
    faults.push_back(quoted(path) + ": " + code.message());
  else if (files.empty())
    faults.push_back(quoted(path) + " holds no .npy file");
  std::sort(files.begin(), files.end());
  for (const std::string &file : files)
    addStacked(file, faults);
}

Samples Samples::open(const std::string &path, ArrayRef<RankedTensorType> inputs, std::vector<std::string> &faults) {
  Samples samples;
  samples.inputs.assign(inputs.begin(), inputs.end());
  std::error_code code;
  if (fs::is_directory(path, code))
    samples.addFolder(path, faults);
  else if (fs::path(path).extension() == ".txt" && fs::exists(path, code))
    samples.addList(path, faults);
  else
    samples.addStacked(path, faults);
  return samples;
}

std::optional<std::vector<TensorValue>> Samples::read(size_t i) const {
  std::vector<TensorValue> tensors;
  for (auto [part, type] : llvm::zip(samples[i], inputs)) {
    size_t bytes = static_cast<size_t>(type.getNumElements()) * elementBytes(type.getElementType());
    auto found = held.find(part.path);
    std::string error;
    std::optional<NpyArray> fresh = found == held.end() ? readNpy(part.path, error) : std::nullopt;
    if (found == held.end() && !fresh)
      return std::nullopt;
    const std::vector<uint8_t> &data = fresh ? fresh->data : found->second.data;
    if (data.size() < (part.index + 1) * bytes)
      return std::nullopt;
    const uint8_t *from = data.data() + part.index * bytes;
    tensors.push_back({type, std::vector<uint8_t>(from, from + bytes)});
  }
  return tensors;
}

} // namespace npu
