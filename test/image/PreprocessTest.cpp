// Colour, numbers, layout and type of a network's input.
#include "compiler/image/Preprocess.h"
#include "test/image/Pictures.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace npu;

namespace {

const ImageInput planes{2, 1, 3, false, NPU_TYPE_F32}, pixels{2, 1, 3, true, NPU_TYPE_F32}, one{2, 1, 1, false, NPU_TYPE_F32};
const ImageInput bytes{2, 1, 3, false, NPU_TYPE_U8};
const Image colour{2, 1, 3, {10, 20, 30, 40, 50, 60}};

Preprocess made(const std::string &text, const ImageInput &input) {
  std::string error;
  std::optional<PreprocessOption> option = parsePreprocess(text, error);
  std::optional<Preprocess> preprocess = Preprocess::create(option.value_or(PreprocessOption()), input, error);
  EXPECT_TRUE(option && preprocess) << error;
  return preprocess.value_or(Preprocess());
}

std::vector<float> floats(const std::string &text, const ImageInput &input, const Image &image) {
  std::vector<uint8_t> data;
  made(text, input).run(image, data);
  std::vector<float> values(data.size() / sizeof(float));
  std::memcpy(values.data(), data.data(), data.size());
  return values;
}

TEST(Preprocess, LayoutOfTheInput) {
  EXPECT_EQ(floats("color=rgb", planes, colour), (std::vector<float>{10, 40, 20, 50, 30, 60}));
  EXPECT_EQ(floats("color=rgb", pixels, colour), (std::vector<float>{10, 20, 30, 40, 50, 60}));
}

TEST(Preprocess, Colours) {
  EXPECT_EQ(floats("color=bgr", pixels, colour), (std::vector<float>{30, 20, 10, 60, 50, 40}));
  EXPECT_EQ(floats("color=rgb", pixels, grey(2, 1, {7, 8})), (std::vector<float>{7, 7, 7, 8, 8, 8}));
  // 0.299 R + 0.587 G + 0.114 B: 18.15 and 48.15; grey files stay, and white stays white.
  EXPECT_EQ(floats("color=gray", one, colour), (std::vector<float>{18, 48}));
  EXPECT_EQ(floats("color=gray", one, grey(2, 1, {7, 8})), (std::vector<float>{7, 8}));
  EXPECT_EQ(floats("color=gray", one, {2, 1, 3, {255, 255, 255, 0, 0, 0}}), (std::vector<float>{255, 0}));
}

// Without color=, an input of one channel gets grey.
TEST(Preprocess, TheDefaultColourIsTheInputs) {
  EXPECT_EQ(floats("unit=0", pixels, colour), (std::vector<float>{10, 20, 30, 40, 50, 60}));
  EXPECT_EQ(floats("unit=0", one, colour), (std::vector<float>{18, 48}));
}

// mean and std are of 0..255 and in the order of `color`; unit=1 divides first.
TEST(Preprocess, Numbers) {
  EXPECT_EQ(floats("mean=10,std=2", pixels, colour), (std::vector<float>{0, 5, 10, 15, 20, 25}));
  EXPECT_EQ(floats("color=bgr,mean=0/10/20,std=1/2/4", pixels, colour), (std::vector<float>{30, 5, -2.5f, 60, 20, 5}));
  EXPECT_EQ(floats("unit=1,mean=.5,std=.25", one, grey(2, 1, {0, 255})), (std::vector<float>{-2, 2}));
  EXPECT_EQ(floats("std=255", one, grey(2, 1, {1, 51})), (std::vector<float>{1.0f / 255, 0.2f}));
}

// Each value is rounded once.
TEST(Preprocess, ImagenetNumbers) {
  ImageInput input{1, 1, 3, true, NPU_TYPE_F32};
  EXPECT_EQ(floats("preset=imagenet", input, {1, 1, 3, {200, 100, 50}}),
            (std::vector<float>{float((200 / 255.0 - 0.485) / 0.229), float((100 / 255.0 - 0.456) / 0.224),
                                float((50 / 255.0 - 0.406) / 0.225)}));
}

// Colour, then size, then numbers: the filling is a pixel like others.
TEST(Preprocess, PadIsAPixel) {
  ImageInput input{2, 2, 1, false, NPU_TYPE_F32};
  EXPECT_EQ(floats("resize=letterbox,pad=4,std=2", input, grey(2, 1, {10, 20})), (std::vector<float>{5, 10, 2, 2}));
}

TEST(Preprocess, BytesStayBytes) {
  std::vector<uint8_t> data = {99};
  made("color=rgb", bytes).run(colour, data);
  EXPECT_EQ(data, (std::vector<uint8_t>{99, 10, 40, 20, 50, 30, 60}));
}

TEST(Preprocess, Sizes) {
  EXPECT_EQ(made("unit=0", planes).refusal(2, 1), "");
  EXPECT_EQ(made("unit=0", planes).refusal(3, 1), "is 3x1 pixels, the input 2x1; --preprocess resize= fits them");
  EXPECT_EQ(made("resize=stretch", planes).refusal(3, 1), "");
  EXPECT_NE(made("resize=stretch", planes).refusal(0, 1), "");
  EXPECT_NE(made("resize=stretch", planes).refusal(70000, 1), "");
  EXPECT_NE(made("resize=crop:0.000001", {65535, 65535, 3, false, NPU_TYPE_U8}).refusal(1, 65535), "");
}

std::string refused(const std::string &text, const ImageInput &input) {
  std::string error;
  std::optional<PreprocessOption> option = parsePreprocess(text, error);
  EXPECT_TRUE(option && !Preprocess::create(*option, input, error)) << text;
  return error;
}

TEST(Preprocess, Refusals) {
  EXPECT_NE(refused("color=gray", planes).find("gives 1 channels, the input has 3"), std::string::npos);
  EXPECT_NE(refused("color=rgb", one).find("gives 3 channels, the input has 1"), std::string::npos);
  EXPECT_NE(refused("mean=1/2/3", one).find("3 numbers for 1 channel"), std::string::npos);
  for (const char *text : {"mean=1", "std=2", "unit=1"})
    EXPECT_NE(refused(text, bytes).find("u8"), std::string::npos);
  EXPECT_NE(refused("std=1e-300", one).find("f32"), std::string::npos);
}

TEST(ImageInput, ShapesOfImages) {
  std::string error;
  std::optional<ImageInput> nchw = imageInputOf({5, 3, 20, 30}, NPU_TYPE_F32, error);
  ASSERT_TRUE(nchw);
  EXPECT_EQ(nchw->height, 20u);
  EXPECT_EQ(nchw->width, 30u);
  EXPECT_FALSE(nchw->channelsLast);
  std::optional<ImageInput> nhwc = imageInputOf({1, 20, 30, 1}, NPU_TYPE_U8, error);
  ASSERT_TRUE(nhwc);
  EXPECT_EQ(nhwc->width, 30u);
  EXPECT_EQ(nhwc->channels, 1u);
  EXPECT_TRUE(nhwc->channelsLast);
  // Both would do: ONNX's own order is taken.
  EXPECT_FALSE(imageInputOf({1, 3, 8, 3}, NPU_TYPE_F32, error)->channelsLast);
}

TEST(ImageInput, OtherShapesAreRefused) {
  const std::vector<int64_t> shapes[] = {{1, 490}, {1, 2, 8, 8}, {3, 8, 8}, {1, 3, 0, 8}, {1, 3, 8, 99999}};
  for (const std::vector<int64_t> &shape : shapes) {
    std::string error;
    EXPECT_FALSE(imageInputOf(shape, NPU_TYPE_F32, error));
    EXPECT_NE(error.find("shape ["), std::string::npos);
  }
  std::string error;
  EXPECT_FALSE(imageInputOf({1, 3, 8, 8}, NPU_TYPE_I8, error));
  EXPECT_NE(error.find("f32 or u8"), std::string::npos);
}

} // namespace
