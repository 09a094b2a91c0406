#include "compiler/tools/run/InputSpec.h"

#include "runtime/tensor.h"

#include <charconv>

namespace npu {

static bool parseExtents(const std::string &text, std::vector<uint64_t> &extents) {
  const char *at = text.data(), *end = at + text.size();
  while (at < end) {
    uint64_t value;
    auto [next, failure] = std::from_chars(at, end, value);
    if (failure != std::errc() || (next < end && (*next != 'x' || next + 1 == end)))
      return false;
    extents.push_back(value);
    at = next + 1;
  }
  return true;
}

static std::optional<uint32_t> typeNamed(const std::string &name) {
  for (uint32_t type = 1; npu_type_bytes(type); ++type)
    if (name == npu_type_name(type))
      return type;
  return std::nullopt;
}

static bool parseProperty(const std::string &key, const std::string &value, InputSpec &spec, std::string &error) {
  if (key == "type") {
    spec.type = typeNamed(value);
    if (!spec.type)
      error = "unknown type '" + value + "'; want f32, f16, i8, u8, i16, i32, i64 or bool";
    return spec.type.has_value();
  }
  std::vector<uint64_t> extents;
  if (!parseExtents(value, extents)) {
    error = "malformed " + key + " '" + value + "'; want numbers joined by x, as in 1x3x32x32";
    return false;
  }
  (key == "shape" ? spec.shape : spec.strides) = extents;
  return true;
}

/// Takes one ",key=value" off the end of `text`; false when there is none.
static bool takeProperty(std::string &text, std::string &key, std::string &value) {
  size_t comma = text.rfind(',');
  size_t equals = comma == std::string::npos ? comma : text.find('=', comma);
  if (equals == std::string::npos)
    return false;
  key = text.substr(comma + 1, equals - comma - 1);
  if (key != "shape" && key != "strides" && key != "type")
    return false;
  value = text.substr(equals + 1);
  text.resize(comma);
  return true;
}

static std::string quotedList(const std::vector<std::string> &names) {
  std::string list;
  for (const std::string &name : names)
    list += (list.empty() ? "'" : ", '") + name + "'";
  return list.empty() ? "none" : list;
}

bool parseInputSpec(const std::string &text, const std::vector<std::string> &inputNames, InputSpec &spec,
                    std::string &error) {
  std::string rest = text, key, value;
  while (takeProperty(rest, key, value))
    if (!parseProperty(key, value, spec, error))
      return false;
  bool named = false;
  for (const std::string &name : inputNames)
    if (rest.compare(0, name.size() + 1, name + "=") == 0 && (!named || name.size() > spec.name.size())) {
      spec.name = name;
      named = true;
    }
  if (named) {
    spec.path = rest.substr(spec.name.size() + 1);
    return true;
  }
  if (rest.find('=') != std::string::npos) {
    error = "no input named '" + rest.substr(0, rest.find('=')) + "'; the blob has " + quotedList(inputNames);
    return false;
  }
  if (inputNames.size() != 1) {
    error = "'" + rest + "' does not say for which input; want NAME=FILE, with NAME of " + quotedList(inputNames);
    return false;
  }
  spec.name = inputNames[0];
  spec.path = rest;
  return true;
}

} // namespace npu
