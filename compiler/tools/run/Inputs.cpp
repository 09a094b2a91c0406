#include "compiler/tools/run/Inputs.h"

#include "compiler/tools/Npy.h"
#include "compiler/tools/run/InputSpec.h"
#include "compiler/tools/run/Noise.h"
#include "compiler/tools/run/Strided.h"
#include "runtime/tensor.h"

#include <algorithm>

namespace npu {

static bool isNpy(const std::string &path) { return path.size() > 4 && path.substr(path.size() - 4) == ".npy"; }

static uint64_t packedBytes(uint32_t type, const std::vector<uint64_t> &shape) {
  return npu_tensor_packed_bytes(type, uint32_t(shape.size()), shape.data());
}

/// Gathers a raw file of the spec's shape, strides and type.
static bool gatherRaw(const npu_file &file, const InputSpec &spec, NpyArray &array, std::string &error) {
  Strided layout;
  layout.elementBytes = npu_type_bytes(array.type);
  layout.shape = array.shape;
  layout.strides.resize(array.shape.size());
  uint64_t stride = layout.elementBytes;
  for (size_t i = array.shape.size(); i-- > 0; stride *= array.shape[i])
    layout.strides[i] = stride;
  if (spec.strides)
    layout.strides = *spec.strides;
  if (layout.strides.size() != layout.shape.size() || layout.shape.size() > NPU_BLOB_MAX_RANK) {
    error = "'" + spec.path + "': " + std::to_string(layout.strides.size()) + " strides for a shape of rank " +
            std::to_string(layout.shape.size()) + ", at most 8";
    return false;
  }
  uint64_t span = npu_tensor_span(array.type, uint32_t(layout.shape.size()), layout.shape.data(), layout.strides.data());
  if (span != file.size) {
    error = "'" + spec.path + "': " + std::to_string(file.size) + " bytes, but " + describe(array.type, array.shape) +
            (span == UINT64_MAX ? " has no size" : " takes " + std::to_string(span));
    return false;
  }
  array.data.resize(packedBytes(array.type, array.shape));
  gather(static_cast<const uint8_t *>(file.bytes), array.data.data(), layout);
  return true;
}

static std::optional<NpyArray> readRaw(const InputSpec &spec, const npu_tensor_attr &wanted, std::string &error) {
  npu_file file;
  npu_error failure;
  if (npu_file_map(&file, spec.path.c_str(), &failure) != NPU_OK) {
    error = failure.text;
    return std::nullopt;
  }
  NpyArray array;
  array.type = npu_type(spec.type.value_or(wanted.type));
  array.shape = spec.shape.value_or(shapeOf(wanted));
  bool good = gatherRaw(file, spec, array, error);
  npu_file_unmap(&file);
  return good ? std::optional<NpyArray>(std::move(array)) : std::nullopt;
}

static std::optional<NpyArray> readArray(const InputSpec &spec, const npu_tensor_attr &wanted, std::string &error) {
  if (!isNpy(spec.path))
    return readRaw(spec, wanted, error);
  if (spec.shape || spec.strides || spec.type) {
    error = "'" + spec.path + "': shape, strides and type are for raw files; a .npy file has its own";
    return std::nullopt;
  }
  return readNpy(spec.path, error);
}

/// How many samples of `wanted` the array holds along its first axis; 0 when it does not fit.
static uint64_t samplesIn(const NpyArray &array, const npu_tensor_attr &wanted) {
  std::vector<uint64_t> shape = shapeOf(wanted);
  if (array.type != wanted.type || array.shape.size() != shape.size())
    return 0;
  if (shape.empty())
    return 1;
  for (size_t i = 1; i < shape.size(); ++i)
    if (array.shape[i] != shape[i])
      return 0;
  return array.shape[0] % shape[0] ? 0 : array.shape[0] / shape[0];
}

static std::string wantedText(const npu_tensor_attr &attr) {
  return "wanted " + describe(attr) +
         (attr.rank ? " (or a first axis that is a multiple of " + std::to_string(attr.dims[0]) + ")" : "");
}

namespace {

class Collector {
public:
  Collector(const BlobFile &blob, std::vector<std::string> &errors) : attrs(blob.inputs()), errors(errors) {
    for (const npu_tensor_attr &attr : attrs)
      names.push_back(attr.name);
    result.packed.resize(attrs.size());
    samples.resize(attrs.size(), 0);
  }

  void read(const std::string &text) {
    InputSpec spec;
    std::string error;
    if (!parseInputSpec(text, names, spec, error))
      return errors.push_back("--input " + text + ": " + error);
    size_t index = 0;
    while (names[index] != spec.name)
      ++index;
    if (given(index))
      return errors.push_back("input '" + spec.name + "' is given twice");
    asked.push_back(index);
    std::optional<NpyArray> array = readArray(spec, attrs[index], error);
    if (!array)
      return errors.push_back("input '" + spec.name + "': " + error);
    samples[index] = samplesIn(*array, attrs[index]);
    if (!samples[index])
      return errors.push_back("input '" + spec.name + "': '" + spec.path + "' is " +
                              describe(array->type, array->shape) + ", " + wantedText(attrs[index]));
    result.packed[index] = std::move(array->data);
  }

  void complete(std::optional<uint64_t> seed) {
    result.inferences = 1;
    for (uint64_t count : samples)
      result.inferences = std::max(result.inferences, count);
    for (size_t i = 0; i < attrs.size(); ++i) {
      if (!given(i) && !seed)
        errors.push_back("input '" + names[i] + "' is not given: --input " + names[i] + "=FILE, " +
                         wantedText(attrs[i]) + "; or --random SEED");
      else if (!given(i))
        draw(i, *seed);
      else if (samples[i] && samples[i] != result.inferences)
        errors.push_back("input '" + names[i] + "' holds " + std::to_string(samples[i]) + " samples, another input " +
                         std::to_string(result.inferences));
    }
  }

  RunInputs result;

private:
  bool given(size_t index) const {
    for (size_t seen : asked)
      if (seen == index)
        return true;
    return false;
  }

  void draw(size_t index, uint64_t seed) {
    const npu_tensor_attr &attr = attrs[index];
    uint64_t elements = packedBytes(attr.type, shapeOf(attr)) / npu_type_bytes(attr.type);
    result.packed[index] = noise(attr.type, elements * result.inferences, seed, index);
  }

  std::vector<npu_tensor_attr> attrs;
  std::vector<std::string> names;
  std::vector<size_t> asked;
  std::vector<uint64_t> samples;
  std::vector<std::string> &errors;
};

} // namespace

std::optional<RunInputs> readInputs(const BlobFile &blob, const std::vector<std::string> &specs,
                                    std::optional<uint64_t> seed, std::vector<std::string> &errors) {
  Collector collector(blob, errors);
  for (const std::string &spec : specs)
    collector.read(spec);
  collector.complete(seed);
  if (!errors.empty())
    return std::nullopt;
  return std::move(collector.result);
}

} // namespace npu
