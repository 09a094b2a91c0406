#include "compiler/calibrate/Samples.h"

#include "compiler/tools/Npz.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace mlir;
namespace npu {

namespace fs = std::filesystem;

static std::string quoted(const std::string &path) { return "'" + path + "'"; }

static std::string quotedList(const std::vector<std::string> &names) {
  std::string list;
  for (const std::string &name : names)
    list += (list.empty() ? "'" : ", '") + name + "'";
  return list;
}

void Samples::leaveOut(uint64_t rest, const std::string &of, uint64_t batch) {
  remarks.push_back("the last " + std::to_string(rest) + " of " + of + " are no whole batch of " + std::to_string(batch) +
                    " and are left out");
}

/// The number of samples in a sound array, else 0 and a fault.
uint64_t Samples::checkArray(const SampleSource &source, const SampleInput &input, std::vector<std::string> &faults) {
  std::string error;
  std::optional<NpyArray> array = readArray(source, error);
  if (!array) {
    faults.push_back(error);
    return 0;
  }
  std::optional<uint64_t> rows = rowsOf(*array, input, error);
  if (!rows) {
    faults.push_back(source.text() + " " + error);
    return 0;
  }
  if (uint64_t rest = *rows % input.batch())
    leaveOut(rest, source.text(), input.batch());
  uint64_t count = *rows / input.batch();
  if (count > 1)
    held[source] = std::move(*array);
  return count;
}

/// The number of samples in a sound file, else 0 and a fault.
uint64_t Samples::check(const SampleSource &source, const SampleInput &input, std::vector<std::string> &faults) {
  if (!source.isPicture())
    return checkArray(source, input, faults);
  std::vector<uint8_t> bytes;
  std::string error;
  if (appendPicture(source.path, input, bytes, error))
    return 1;
  faults.push_back(error);
  return 0;
}

void Samples::addTogether(const std::vector<SampleSource> &sources, std::vector<std::string> &faults) {
  uint64_t least = UINT64_MAX, most = 0;
  for (auto [source, input] : llvm::zip(sources, inputs)) {
    bool lonely = source.isPicture() && input.batch() > 1;
    if (lonely)
      faults.push_back(source.text() + " is one picture, input '" + input.name + "' takes " + std::to_string(input.batch()) +
                       " at once: wanted an array");
    uint64_t count = lonely ? 0 : check(source, input, faults);
    least = std::min(least, count);
    most = std::max(most, count);
  }
  if (least == 0)
    return;
  if (least != most) {
    faults.push_back(quoted(sources[0].path) + " and the arrays beside it hold different numbers of samples");
    return;
  }
  for (uint64_t i = 0; i < least; ++i) {
    Sample sample;
    for (auto [source, input] : llvm::zip(sources, inputs))
      sample.push_back({{source, i * input.batch(), input.batch()}});
    samples.push_back(sample);
  }
}

/// For a network of one input: pictures become batches as they come.
void Samples::addPicture(const SampleSource &source, std::vector<std::string> &faults) {
  if (check(source, inputs[0], faults) == 0)
    return;
  unfinished.push_back({source, 0, 1});
  if (unfinished.size() == inputs[0].batch())
    samples.push_back({std::exchange(unfinished, {})});
}

void Samples::addArchive(const std::string &path, std::vector<std::string> &faults) {
  std::string error;
  std::optional<std::vector<std::string>> names = readNpzNames(path, error);
  if (!names) {
    faults.push_back(error);
    return;
  }
  std::vector<SampleSource> sources;
  if (inputs.size() == 1 && names->size() == 1)
    sources.push_back({path, names->front()});
  else
    for (const SampleInput &input : inputs) {
      auto found = std::find(names->begin(), names->end(), input.name);
      if (found == names->end()) {
        faults.push_back(quoted(path) + " holds no array '" + input.name + "' for the input of this name, but " +
                         (names->empty() ? "nothing" : quotedList(*names)));
        return;
      }
      sources.push_back({path, *found});
    }
  if (names->size() > sources.size())
    remarks.push_back(quoted(path) + " holds arrays for no input, which are left out");
  addTogether(sources, faults);
}

void Samples::addFile(const std::string &path, std::vector<std::string> &faults) {
  SampleSource source{path, ""};
  if (source.isArchive())
    addArchive(path, faults);
  else if (inputs.size() != 1)
    faults.push_back(quoted(path) + " is one file, the network has " + std::to_string(inputs.size()) +
                     " inputs: wanted .npz archives, or a .txt list with one file per input on each line");
  else if (source.isPicture())
    addPicture(source, faults);
  else
    addTogether({source}, faults);
}

void Samples::addLine(std::vector<std::string> paths, const std::string &place, std::vector<std::string> &faults) {
  if (paths.size() == 1 && (inputs.size() == 1 || SampleSource{paths[0], ""}.isArchive())) {
    addFile(paths[0], faults);
    return;
  }
  if (paths.size() != inputs.size()) {
    faults.push_back(place + ": " + std::to_string(paths.size()) + " files, wanted one for each of " +
                     std::to_string(inputs.size()) + " inputs");
    return;
  }
  std::vector<SampleSource> sources;
  for (std::string &path : paths)
    sources.push_back({std::move(path), ""});
  addTogether(sources, faults);
}

void Samples::addList(const std::string &path, std::vector<std::string> &faults) {
  std::ifstream file(path);
  std::string line;
  for (size_t number = 1; std::getline(file, line); ++number) {
    std::istringstream words(line);
    std::vector<std::string> paths;
    for (std::string word; words >> word;)
      paths.push_back((fs::path(path).parent_path() / word).string());
    if (!paths.empty())
      addLine(std::move(paths), quoted(path) + " line " + std::to_string(number), faults);
  }
}

void Samples::addFolder(const std::string &path, std::vector<std::string> &faults) {
  std::vector<std::string> files;
  size_t others = 0;
  std::error_code code;
  for (fs::recursive_directory_iterator at(path, code), end; !code && at != end; at.increment(code)) {
    SampleSource source{at->path().string(), ""};
    std::error_code unknown;
    if (at->is_directory(unknown))
      continue;
    if (source.isPicture() || source.isArchive() || at->path().extension() == ".npy")
      files.push_back(source.path);
    else
      ++others;
  }
  if (code)
    faults.push_back(quoted(path) + ": " + code.message());
  else if (files.empty())
    faults.push_back(quoted(path) + " holds no .npy, .npz, .png, .jpg or .jpeg file");
  if (others)
    remarks.push_back(std::to_string(others) + " files of " + quoted(path) + " are neither arrays nor pictures and are left out");
  std::sort(files.begin(), files.end());
  for (const std::string &file : files)
    addFile(file, faults);
}

Samples Samples::open(const std::string &path, std::vector<SampleInput> inputs, std::vector<std::string> &faults) {
  Samples samples;
  samples.inputs = std::move(inputs);
  std::error_code code;
  if (fs::is_directory(path, code))
    samples.addFolder(path, faults);
  else if (fs::path(path).extension() == ".txt" && fs::exists(path, code))
    samples.addList(path, faults);
  else
    samples.addFile(path, faults);
  if (!samples.unfinished.empty())
    samples.leaveOut(samples.unfinished.size(), "the pictures", samples.inputs[0].batch());
  return samples;
}

bool Samples::append(const Piece &piece, const SampleInput &input, std::vector<uint8_t> &bytes) const {
  std::string error;
  if (piece.source.isPicture())
    return appendPicture(piece.source.path, input, bytes, error);
  auto found = held.find(piece.source);
  std::optional<NpyArray> fresh = found == held.end() ? readArray(piece.source, error) : std::nullopt;
  if (found == held.end() && !fresh)
    return false;
  const NpyArray &array = fresh ? *fresh : found->second;
  if (fresh && rowsOf(array, input, error).value_or(0) < piece.first + piece.count)
    return false;
  appendRows(array, piece.first, piece.count, input, bytes);
  return true;
}

std::optional<std::vector<TensorValue>> Samples::read(size_t i) const {
  std::vector<TensorValue> tensors;
  for (auto [part, input] : llvm::zip(samples[i], inputs)) {
    TensorValue tensor{input.type, {}};
    tensor.bytes.reserve(size_t(input.type.getNumElements()) * elementBytes(input.type.getElementType()));
    for (const Piece &piece : part)
      if (!append(piece, input, tensor.bytes))
        return std::nullopt;
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

} // namespace npu
