// The text of --preprocess.
#include "compiler/image/PreprocessOption.h"

#include <gtest/gtest.h>

using namespace npu;

namespace {

PreprocessOption parsed(const std::string &text) {
  std::string error;
  std::optional<PreprocessOption> option = parsePreprocess(text, error);
  EXPECT_TRUE(option) << error;
  return option.value_or(PreprocessOption());
}

TEST(PreprocessOption, EveryKey) {
  PreprocessOption option = parsed("color=bgr,resize=letterbox,interp=area,pad=7,mean=1/2.5/-3,std=.5,unit=1");
  EXPECT_EQ(option.input, "");
  EXPECT_EQ(option.color, Color::Bgr);
  EXPECT_EQ(option.fit.resize, Resize::Letterbox);
  EXPECT_EQ(option.fit.interpolation, Interpolation::Area);
  EXPECT_EQ(option.fit.pad, 7);
  EXPECT_EQ(option.mean, (std::vector<double>{1, 2.5, -3}));
  EXPECT_EQ(option.std, std::vector<double>{0.5});
  EXPECT_TRUE(option.unit);
}

TEST(PreprocessOption, Defaults) {
  PreprocessOption option = parsed("unit=0");
  EXPECT_EQ(option.color, Color::Input);
  EXPECT_EQ(option.fit.resize, Resize::None);
  EXPECT_EQ(option.fit.interpolation, Interpolation::Bilinear);
  EXPECT_EQ(option.fit.pad, 114);
  EXPECT_TRUE(option.mean.empty() && option.std.empty() && !option.unit);
}

// The name ends at the last colon before the first key, and values may hold colons.
TEST(PreprocessOption, Names) {
  EXPECT_EQ(parsed("image:color=rgb").input, "image");
  EXPECT_EQ(parsed("input:0:resize=crop:0.5").input, "input:0");
  EXPECT_EQ(parsed("resize=crop:0.5").input, "");
}

TEST(PreprocessOption, CropIsAFraction) {
  Fit half = parsed("resize=crop:0.875").fit, whole = parsed("resize=crop:1").fit;
  EXPECT_EQ(half.resize, Resize::Crop);
  EXPECT_EQ(half.cropNumerator * 1000, half.cropDenominator * 875);
  EXPECT_EQ(whole.cropNumerator, whole.cropDenominator);
}

TEST(PreprocessOption, Presets) {
  PreprocessOption yolo = parsed("preset=yolo"), imagenet = parsed("x:preset=imagenet");
  EXPECT_EQ(yolo.fit.resize, Resize::Letterbox);
  EXPECT_EQ(yolo.fit.pad, 114);
  EXPECT_EQ(yolo.std, std::vector<double>{255});
  EXPECT_EQ(imagenet.input, "x");
  EXPECT_EQ(imagenet.fit.resize, Resize::Crop);
  EXPECT_EQ(imagenet.fit.cropNumerator * 8, imagenet.fit.cropDenominator * 7);
  EXPECT_EQ(imagenet.mean, (std::vector<double>{0.485, 0.456, 0.406}));
  EXPECT_EQ(imagenet.std, (std::vector<double>{0.229, 0.224, 0.225}));
  EXPECT_TRUE(imagenet.unit);
}

TEST(PreprocessOption, KeysGoBeforeThePreset) {
  for (const char *text : {"preset=yolo,resize=stretch", "resize=stretch,preset=yolo"})
    EXPECT_EQ(parsed(text).fit.resize, Resize::Stretch);
}

TEST(PreprocessOption, Refusals) {
  const struct {
    const char *text, *words;
  } cases[] = {{"", "KEY=VALUE"},
               {"x:", "KEY=VALUE"},
               {"colour=rgb", "unknown key 'colour'; want one of preset, color, resize, interp, pad, mean, std, unit"},
               {"color=rgba", "color='rgba': wants rgb, bgr or gray"},
               {"color=rgb,color=bgr", "given twice"},
               {"color=rgb,", "KEY=VALUE"},
               {"resize=fit", "letterbox"},
               {"resize=crop", "crop:F"},
               {"resize=crop:0", "0 < F <= 1"},
               {"resize=crop:1.5", "0 < F <= 1"},
               {"resize=crop:.", "0 < F <= 1"},
               {"resize=crop:0.1234567", "6 decimals"},
               {"resize=crop:-0.5", "0 < F <= 1"},
               {"interp=cubic", "bilinear"},
               {"resize=letterbox,pad=256", "0..255"},
               {"resize=letterbox,pad=-1", "0..255"},
               {"pad=3", "letterbox"},
               {"mean=1/2", "three"},
               {"mean=a", "number"},
               {"mean=nan", "number"},
               {"mean=", "number"},
               {"std=0", "positive"},
               {"std=1/2/-3", "positive"},
               {"std=inf", "positive"},
               {"unit=2", "0 or 1"},
               {"preset=coco", "yolo or imagenet"},
               {":color=rgb", "name"}};
  for (const auto &one : cases) {
    std::string error;
    EXPECT_FALSE(parsePreprocess(one.text, error)) << one.text;
    EXPECT_NE(error.find(one.words), std::string::npos) << error;
    EXPECT_NE(error.find("--preprocess '" + std::string(one.text) + "'"), std::string::npos) << error;
  }
}

} // namespace
