// A user's description of a machine, checked key by key: nothing unknown, missing or mistyped.
#include <array>
#include <limits>

#include "mlir/IR/Builders.h"
#include <nlohmann/json.hpp>
#include "targets/rnpu/RnpuTarget.h"

using namespace mlir;
using nlohmann::json;

namespace npu {
namespace {

enum class Kind { Integer, Number, Text, Flag, Texts };

struct Key {
  llvm::StringLiteral name;
  Kind kind;
  int64_t least = 0, most = INT64_C(1) << 31;
};

// On-chip memories are bounded as targets/rnpu/verify.c bounds them.
constexpr int64_t kOnChip = INT64_C(1) << 26;
constexpr Key kKeys[] = {
    {"name", Kind::Text}, {"isa", Kind::Text}, {"rounding", Kind::Text}, {"features", Kind::Texts},
    {"px", Kind::Integer, 1}, {"oc", Kind::Integer, 1}, {"ic", Kind::Integer, 1}, {"dw_factor", Kind::Number},
    {"clock_mhz", Kind::Number}, {"sram_bytes", Kind::Integer, 1, kOnChip}, {"sram_banks", Kind::Integer, 1},
    {"sram_align", Kind::Integer, 1, 4096}, {"sram_bytes_per_cycle", Kind::Number}, {"dma_align", Kind::Integer, 1},
    {"dram_bytes_per_cycle", Kind::Number}, {"dram_read_latency", Kind::Integer},
    {"dram_write_latency", Kind::Integer}, {"dram_burst_bytes", Kind::Integer, 1}, {"issue_cycles", Kind::Integer},
    {"start_cycles", Kind::Integer}, {"dma_channels", Kind::Integer, 1, 4}, {"dma_outstanding", Kind::Integer, 1},
    {"acc_bytes", Kind::Integer, 4, kOnChip}, {"wbuf_bytes", Kind::Integer, 1, kOnChip},
    {"prm_records", Kind::Integer, 2, kOnChip / 10}, {"lut_bytes", Kind::Integer, 0, kOnChip},
    {"engines", Kind::Integer, 1, 4}, {"cpe_plain", Kind::Number}, {"cpe_add", Kind::Number},
    {"cpe_mul", Kind::Number}, {"cpe_max_pool", Kind::Number}, {"cpe_table", Kind::Number},
    {"host_clock_mhz", Kind::Number}, {"host_f32_macs_per_cycle", Kind::Number},
    {"host_i8_macs_per_cycle", Kind::Number}, {"host_bytes_per_cycle", Kind::Number},
    {"host_dispatch_cycles", Kind::Integer}, {"link_coherent", Kind::Flag}, {"link_sync_cycles", Kind::Integer},
    {"link_bytes_per_cycle", Kind::Number}};

std::string wanted(const Key &key) {
  switch (key.kind) {
  case Kind::Integer:
    return "an integer in " + std::to_string(key.least) + ".." + std::to_string(key.most);
  case Kind::Number:
    return "a number above 0";
  case Kind::Text:
    return "a string";
  case Kind::Flag:
    return "true or false";
  case Kind::Texts:
    return "a list of strings";
  }
  return "";
}

/// Null when the value is not of the key's kind.
Attribute convert(const Key &key, const json &value, Builder &b) {
  switch (key.kind) {
  case Kind::Integer:
    if (!value.is_number_integer() || (value.is_number_unsigned() && value.get<uint64_t>() > INT64_MAX) ||
        value.get<int64_t>() < key.least || value.get<int64_t>() > key.most)
      return {};
    return b.getI64IntegerAttr(value.get<int64_t>());
  case Kind::Number:
    return value.is_number() && value.get<double>() > 0 ? b.getF64FloatAttr(value.get<double>()) : Attribute();
  case Kind::Text:
    return value.is_string() ? b.getStringAttr(value.get<std::string>()) : Attribute();
  case Kind::Flag:
    return value.is_boolean() ? b.getBoolAttr(value.get<bool>()) : Attribute();
  case Kind::Texts: {
    SmallVector<Attribute> items;
    if (!value.is_array())
      return {};
    for (const json &item : value) {
      if (!item.is_string())
        return {};
      items.push_back(b.getStringAttr(item.get<std::string>()));
    }
    return b.getArrayAttr(items);
  }
  }
  return {};
}

/// What no single key can say.
bool checkValues(const json &description, StringRef wantedRounding, int64_t leastLut,
                 const std::function<void(const std::string &)> &error) {
  bool good = true;
  auto refuse = [&](const std::string &text) {
    error(text);
    good = false;
  };
  std::string rounding = description["rounding"];
  if (rounding != wantedRounding)
    refuse("rounding \"" + rounding + "\": this machine rounds \"" + wantedRounding.str() + "\"");
  if (description["lut_bytes"].get<int64_t>() < leastLut)
    refuse("key 'lut_bytes' is " + description["lut_bytes"].dump() + ", wants at least " + std::to_string(leastLut));
  int64_t align = description["sram_align"];
  if ((align & (align - 1)) != 0)
    refuse("key 'sram_align' is " + std::to_string(align) + ", wants a power of two");
  if (description["name"].get<std::string>().size() > 31)
    refuse("key 'name' has more than 31 bytes");
  return good;
}

} // namespace

DictionaryAttr describeRnpu(const json &description, MLIRContext *context,
                            const std::function<void(const std::string &)> &error, StringRef rounding, int64_t leastLut) {
  Builder b(context);
  SmallVector<NamedAttribute> fields;
  bool good = true;
  auto refuse = [&](const std::string &text) {
    error(text);
    good = false;
  };
  for (const Key &key : kKeys) {
    auto found = description.find(key.name.str());
    if (found == description.end()) {
      refuse("key '" + key.name.str() + "' is missing, wants " + wanted(key));
      continue;
    }
    if (Attribute value = convert(key, *found, b))
      fields.push_back(b.getNamedAttr(key.name, value));
    else
      refuse("key '" + key.name.str() + "' is " + found->dump() + ", wants " + wanted(key));
  }
  for (const auto &item : description.items())
    if (llvm::none_of(kKeys, [&](const Key &key) { return key.name == item.key(); }))
      refuse("unknown key '" + item.key() + "'");
  if (!good || !checkValues(description, rounding, leastLut, error))
    return {};
  return b.getDictionaryAttr(fields);
}

} // namespace npu
