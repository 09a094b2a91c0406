#include "compiler/calibrate/SampleFile.h"

#include "compiler/evaluate/NpyTensors.h"
#include "compiler/image/Decode.h"
#include "compiler/tools/Npz.h"

#include <cmath>

using namespace mlir;
namespace npu {

static bool endsIn(const std::string &text, StringRef ending) { return StringRef(text).ends_with(ending); }

bool SampleSource::isArchive() const { return endsIn(path, ".npz"); }

bool SampleSource::isPicture() const { return isImageName(path); }

std::string SampleSource::text() const { return "'" + path + "'" + (array.empty() ? "" : " array '" + array + "'"); }

std::optional<NpyArray> readArray(const SampleSource &source, std::string &error) {
  if (!source.isArchive())
    return readNpy(source.path, error);
  if (!source.array.empty())
    return readNpzArray(source.path, source.array, error);
  error = source.text() + " is an archive, which holds an array for each input: wanted alone on its line";
  return std::nullopt;
}

static bool holdsPixels(const NpyArray &array, const SampleInput &input) {
  return input.pixels && array.type == NPU_TYPE_U8;
}

/// A picture of an array of pixels in the input's layout, yet without its pixels.
static Image frameOf(const NpyArray &array, const SampleInput &input) {
  bool last = input.pictures->input().channelsLast;
  return {uint32_t(array.shape[last ? 2 : 3]), uint32_t(array.shape[last ? 1 : 2]), uint32_t(array.shape[last ? 3 : 1]), {}};
}

static std::optional<uint64_t> pixelRowsOf(const NpyArray &array, const SampleInput &input, std::string &error) {
  bool last = input.pictures->input().channelsLast;
  uint64_t channels = array.shape.size() == 4 ? array.shape[last ? 3 : 1] : 0;
  if ((channels != 1 && channels != 3) || array.shape[0] < input.batch())
    error = std::string("holds u8 of another shape than pixels want: ") + (last ? "NxHxWxC" : "NxCxHxW") +
            " with 1 or 3 channels and at least " + std::to_string(input.batch()) + " pictures";
  else
    error = input.pictures->refusal(array.shape[last ? 2 : 3], array.shape[last ? 1 : 2]);
  return error.empty() ? std::optional(array.shape[0]) : std::nullopt;
}

static uint64_t countNotFinite(const NpyArray &array) {
  uint64_t bad = 0;
  const auto *values = reinterpret_cast<const float *>(array.data.data());
  for (size_t i = 0; array.type == NPU_TYPE_F32 && i < array.data.size() / sizeof(float); ++i)
    bad += !std::isfinite(values[i]);
  return bad;
}

std::optional<uint64_t> rowsOf(const NpyArray &array, const SampleInput &input, std::string &error) {
  if (holdsPixels(array, input))
    return pixelRowsOf(array, input, error);
  SmallVector<int64_t> shape(array.shape.begin(), array.shape.end());
  ArrayRef<int64_t> wanted = input.type.getShape();
  bool same = npyTypeOf(input.type.getElementType()) == array.type && shape.size() == wanted.size() &&
              (shape.empty() || (ArrayRef<int64_t>(shape).drop_front() == wanted.drop_front() && shape[0] >= wanted[0]));
  if (!same) {
    toTensor(array, input.type, error);
    error += wanted.empty() ? "" : " or a first axis that is a multiple of " + std::to_string(input.batch());
    error += array.type == NPU_TYPE_U8 && input.pictures ? ", or --preprocess for u8 pixels" : "";
    return std::nullopt;
  }
  if (uint64_t bad = countNotFinite(array)) {
    error = "holds " + std::to_string(bad) + " values that are NaN or infinite";
    return std::nullopt;
  }
  return shape.empty() ? 1 : array.shape[0];
}

/// Row `index` of an array of pixels, channels interleaved.
static Image pictureOf(const NpyArray &array, uint64_t index, const SampleInput &input) {
  Image image = frameOf(array, input);
  size_t plane = size_t(image.width) * image.height, samples = plane * image.channels;
  const uint8_t *from = array.data.data() + index * samples;
  if (input.pictures->input().channelsLast) {
    image.pixels.assign(from, from + samples);
    return image;
  }
  image.pixels.resize(samples);
  for (size_t channel = 0; channel < image.channels; ++channel)
    for (size_t i = 0; i < plane; ++i)
      image.pixels[i * image.channels + channel] = from[channel * plane + i];
  return image;
}

void appendRows(const NpyArray &array, uint64_t first, uint64_t count, const SampleInput &input, std::vector<uint8_t> &bytes) {
  if (holdsPixels(array, input)) {
    for (uint64_t i = first; i < first + count; ++i)
      input.pictures->run(pictureOf(array, i, input), bytes);
    return;
  }
  uint64_t rows = array.shape.empty() ? 1 : array.shape[0], row = array.data.size() / rows;
  bytes.insert(bytes.end(), array.data.begin() + first * row, array.data.begin() + (first + count) * row);
}

bool appendPicture(const std::string &path, const SampleInput &input, std::vector<uint8_t> &bytes, std::string &error) {
  std::optional<Image> image = readImage(path, error);
  if (!image)
    return false;
  std::string refusal = input.pictures ? input.pictures->refusal(image->width, image->height)
                                       : "is a picture, input '" + input.name + "' " + input.noPictures;
  if (!refusal.empty()) {
    error = "'" + path + "' " + refusal;
    return false;
  }
  input.pictures->run(*image, bytes);
  return true;
}

} // namespace npu
