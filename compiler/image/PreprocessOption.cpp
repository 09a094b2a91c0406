#include "compiler/image/PreprocessOption.h"

#include <charconv>
#include <cmath>
#include <set>

namespace npu {
namespace {

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  size_t from = 0;
  for (size_t at; (at = text.find(separator, from)) != std::string::npos; from = at + 1)
    parts.push_back(text.substr(from, at - from));
  parts.push_back(text.substr(from));
  return parts;
}

template <typename T> bool number(const std::string &text, T &value) {
  const char *end = text.data() + text.size();
  auto [stop, failure] = std::from_chars(text.data(), end, value);
  return failure == std::errc() && stop == end;
}

/// One to three numbers joined by '/'.
bool channelNumbers(const std::string &text, std::vector<double> &values) {
  values.clear();
  for (const std::string &part : split(text, '/')) {
    double value = 0;
    if (!number(part, value) || !std::isfinite(value))
      return false;
    values.push_back(value);
  }
  return values.size() == 1 || values.size() == 3;
}

bool setColor(const std::string &text, PreprocessOption &option) {
  option.color = text == "rgb" ? Color::Rgb : text == "bgr" ? Color::Bgr : Color::Gray;
  return text == "rgb" || text == "bgr" || text == "gray";
}

/// "0.875" as 875 / 1000, in (0, 1].
bool setCrop(const std::string &text, Fit &fit) {
  constexpr size_t kDigits = 6;
  size_t dot = text.find('.');
  std::string whole = text.substr(0, dot), fraction = dot == std::string::npos ? "" : text.substr(dot + 1);
  if (whole.size() > 1 || fraction.size() > kDigits || whole.size() + fraction.size() == 0)
    return false;
  fit.resize = Resize::Crop;
  fit.cropDenominator = 1;
  for (size_t i = 0; i < fraction.size(); ++i)
    fit.cropDenominator *= 10;
  return (whole + fraction).find_first_not_of("0123456789") == std::string::npos &&
         number(whole + fraction, fit.cropNumerator) && fit.cropNumerator > 0 && fit.cropNumerator <= fit.cropDenominator;
}

bool setResize(const std::string &text, PreprocessOption &option) {
  if (text.compare(0, 5, "crop:") == 0)
    return setCrop(text.substr(5), option.fit);
  option.fit.resize = text == "stretch" ? Resize::Stretch : text == "letterbox" ? Resize::Letterbox : Resize::None;
  return text == "none" || text == "stretch" || text == "letterbox";
}

bool setInterpolation(const std::string &text, PreprocessOption &option) {
  option.fit.interpolation = text == "area"      ? Interpolation::Area
                             : text == "nearest" ? Interpolation::Nearest
                                                 : Interpolation::Bilinear;
  return text == "bilinear" || text == "area" || text == "nearest";
}

bool setStd(const std::string &text, PreprocessOption &option) {
  bool good = channelNumbers(text, option.std);
  for (double value : option.std)
    good = good && value > 0;
  return good;
}

bool setPreset(const std::string &text, PreprocessOption &option) {
  if (text == "yolo") {
    option.fit.resize = Resize::Letterbox;
    option.std = {255};
  } else if (text == "imagenet") {
    setResize("crop:0.875", option);
    option.unit = true;
    option.mean = {0.485, 0.456, 0.406};
    option.std = {0.229, 0.224, 0.225};
  }
  return text == "yolo" || text == "imagenet";
}

struct Key {
  const char *name, *wants;
  bool (*set)(const std::string &, PreprocessOption &);
};

// The preset first: the others go before it, wherever they stand.
const Key keys[] = {
    {"preset", "yolo or imagenet", setPreset},
    {"color", "rgb, bgr or gray", setColor},
    {"resize", "none, stretch, letterbox or crop:F with 0 < F <= 1 of at most 6 decimals", setResize},
    {"interp", "bilinear, area or nearest", setInterpolation},
    {"pad", "an integer, 0..255", [](const std::string &text, PreprocessOption &option) { return number(text, option.fit.pad); }},
    {"mean", "a number, or three joined by '/'",
     [](const std::string &text, PreprocessOption &option) { return channelNumbers(text, option.mean); }},
    {"std", "a positive number, or three joined by '/'", setStd},
    {"unit", "0 or 1",
     [](const std::string &text, PreprocessOption &option) { return (option.unit = text == "1") || text == "0"; }},
};

std::string keyNames() {
  std::string names;
  for (const Key &key : keys)
    names += (names.empty() ? "" : ", ") + std::string(key.name);
  return names;
}

struct Setting {
  std::string key, value;
};

/// Cuts the text into settings; an empty error when it can be.
std::string cut(const std::string &text, std::vector<Setting> &settings) {
  std::set<std::string> seen;
  for (const std::string &part : split(text, ',')) {
    size_t equals = part.find('=');
    if (equals == std::string::npos)
      return "'" + part + "' is no KEY=VALUE";
    Setting setting{part.substr(0, equals), part.substr(equals + 1)};
    bool known = false;
    for (const Key &key : keys)
      known = known || setting.key == key.name;
    if (!known)
      return "unknown key '" + setting.key + "'; want one of " + keyNames();
    if (!seen.insert(setting.key).second)
      return "'" + setting.key + "' is given twice";
    settings.push_back(setting);
  }
  return "";
}

std::string apply(const std::vector<Setting> &settings, PreprocessOption &option) {
  bool padded = false;
  for (const Key &key : keys)
    for (const Setting &setting : settings) {
      if (setting.key != key.name)
        continue;
      if (!key.set(setting.value, option))
        return setting.key + "='" + setting.value + "': wants " + key.wants;
      padded = padded || setting.key == "pad";
    }
  bool useless = padded && option.fit.resize != Resize::Letterbox;
  return useless ? "'pad' fills the rest of resize=letterbox, which is not asked for" : "";
}

} // namespace

std::optional<PreprocessOption> parsePreprocess(const std::string &text, std::string &error) {
  PreprocessOption option;
  option.text = text;
  // Values hold colons too ("crop:0.875"): the name ends before the first key.
  size_t equals = text.find('='), colon = text.rfind(':', equals);
  bool named = equals != std::string::npos && colon != std::string::npos;
  option.input = named ? text.substr(0, colon) : "";
  std::vector<Setting> settings;
  std::string fault = cut(named ? text.substr(colon + 1) : text, settings);
  if (fault.empty())
    fault = named && option.input.empty() ? "the name before ':' is empty" : apply(settings, option);
  if (fault.empty())
    return option;
  error = "--preprocess '" + text + "': " + fault;
  return std::nullopt;
}

} // namespace npu
