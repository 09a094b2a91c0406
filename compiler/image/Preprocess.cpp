#include "compiler/image/Preprocess.h"

#include "compiler/image/Decode.h"

#include <cmath>
#include <cstring>

namespace npu {

static bool isChannels(int64_t extent) { return extent == 1 || extent == 3; }

std::optional<ImageInput> imageInputOf(const std::vector<int64_t> &shape, npu_type type, std::string &error) {
  std::string got;
  for (int64_t extent : shape)
    got += (got.empty() ? "" : "x") + std::to_string(extent);
  if (shape.size() != 4 || (!isChannels(shape[1]) && !isChannels(shape[3]))) {
    error = "has the shape [" + got + "]; images want NxCxHxW or NxHxWxC with 1 or 3 channels";
    return std::nullopt;
  }
  if (type != NPU_TYPE_F32 && type != NPU_TYPE_U8) {
    error = "is of another type than f32 or u8, which images become";
    return std::nullopt;
  }
  bool last = !isChannels(shape[1]);
  int64_t height = shape[last ? 1 : 2], width = shape[last ? 2 : 3];
  if (height < 1 || width < 1 || height > kMaxImageSide || width > kMaxImageSide) {
    error = "has the shape [" + got + "]; images have sides of 1 to " + std::to_string(kMaxImageSide);
    return std::nullopt;
  }
  return ImageInput{uint32_t(width), uint32_t(height), uint32_t(shape[last ? 3 : 1]), last, type};
}

static double nth(const std::vector<double> &values, size_t i, double none) {
  return values.empty() ? none : values.size() == 1 ? values[0] : values[i];
}

static std::vector<std::array<float, 256>> tablesOf(const PreprocessOption &option, uint32_t channels) {
  std::vector<std::array<float, 256>> tables(channels);
  for (uint32_t channel = 0; channel < channels; ++channel)
    for (int pixel = 0; pixel < 256; ++pixel) {
      double value = option.unit ? pixel / 255.0 : pixel;
      tables[channel][pixel] =
          static_cast<float>((value - nth(option.mean, channel, 0)) / nth(option.std, channel, 1));
    }
  return tables;
}

/// What is wrong with the option; empty when nothing is.
static std::string faultOf(const PreprocessOption &option, const ImageInput &input, Color color) {
  uint32_t gives = color == Color::Gray ? 1 : 3;
  if (gives != input.channels)
    return "color= gives " + std::to_string(gives) + " channels, the input has " + std::to_string(input.channels);
  for (const auto *values : {&option.mean, &option.std})
    if (values->size() > 1 && values->size() != gives)
      return std::to_string(values->size()) + " numbers for " + std::to_string(gives) + " channel";
  bool numbers = !option.mean.empty() || !option.std.empty() || option.unit;
  if (numbers && input.type != NPU_TYPE_F32)
    return "the input is u8 and takes pixels as they are: mean=, std= and unit= are for f32 inputs";
  for (const auto &table : tablesOf(option, input.channels))
    if (!std::isfinite(table.front()) || !std::isfinite(table.back()))
      return "mean= and std= lead beyond the range of f32";
  return "";
}

std::optional<Preprocess> Preprocess::create(const PreprocessOption &option, const ImageInput &input, std::string &error) {
  Preprocess preprocess;
  preprocess.target = input;
  preprocess.color = option.color != Color::Input ? option.color : input.channels == 1 ? Color::Gray : Color::Rgb;
  preprocess.how = option.fit;
  if (std::string fault = faultOf(option, input, preprocess.color); !fault.empty()) {
    error = fault;
    return std::nullopt;
  }
  if (input.type == NPU_TYPE_F32)
    preprocess.tables = tablesOf(option, input.channels);
  return preprocess;
}

std::string Preprocess::refusal(uint64_t width, uint64_t height) const {
  auto pixels = [](uint64_t w, uint64_t h) { return std::to_string(w) + "x" + std::to_string(h); };
  if (width < 1 || height < 1 || width > kMaxImageSide || height > kMaxImageSide)
    return "is " + pixels(width, height) + " pixels; images have sides of 1 to " + std::to_string(kMaxImageSide);
  if (canFit(width, height, target.width, target.height, how))
    return "";
  return "is " + pixels(width, height) + " pixels, the input " + pixels(target.width, target.height) +
         (how.resize == Resize::None ? "; --preprocess resize= fits them" : ": too thin to crop");
}

static Image recoloured(const Image &image, Color color) {
  uint32_t channels = color == Color::Gray ? 1 : 3;
  Image result{image.width, image.height, channels, {}};
  uint64_t count = uint64_t(image.width) * image.height;
  result.pixels.reserve(count * channels);
  for (uint64_t i = 0; i < count; ++i) {
    const uint8_t *from = image.pixels.data() + i * image.channels;
    uint32_t red = from[0], green = from[image.channels / 2], blue = from[image.channels - 1];
    if (color == Color::Gray)
      result.pixels.push_back(image.channels == 1 ? red : (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16);
    else
      for (uint32_t value : {color == Color::Bgr ? blue : red, green, color == Color::Bgr ? red : blue})
        result.pixels.push_back(static_cast<uint8_t>(value));
  }
  return result;
}

void Preprocess::write(const Image &image, std::vector<uint8_t> &bytes) const {
  size_t plane = size_t(image.width) * image.height, size = target.bytes() / target.samples();
  uint8_t *to = bytes.data() + bytes.size() - target.bytes();
  for (size_t i = 0; i < plane; ++i)
    for (uint32_t channel = 0; channel < image.channels; ++channel) {
      uint8_t pixel = image.pixels[i * image.channels + channel];
      size_t place = target.channelsLast ? i * image.channels + channel : channel * plane + i;
      std::memcpy(to + place * size, tables.empty() ? static_cast<const void *>(&pixel) : &tables[channel][pixel], size);
    }
}

void Preprocess::run(const Image &image, std::vector<uint8_t> &bytes) const {
  bytes.resize(bytes.size() + target.bytes());
  write(fit(recoloured(image, color), target.width, target.height, how), bytes);
}

} // namespace npu
