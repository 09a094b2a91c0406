#include "targets/rnpu/Config.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
namespace npu {
namespace {

constexpr struct {
  llvm::StringLiteral key;
  uint32_t rnpu_config::*field;
} kIntegers[] = {
    {"sram_bytes", &rnpu_config::sram_bytes},
    {"sram_align", &rnpu_config::sram_align},
    {"dma_align", &rnpu_config::dma_align},
    {"acc_bytes", &rnpu_config::acc_bytes},
    {"wbuf_bytes", &rnpu_config::wbuf_bytes},
    {"prm_records", &rnpu_config::prm_records},
    {"lut_bytes", &rnpu_config::lut_bytes},
    {"dma_channels", &rnpu_config::dma_channels},
    {"dma_outstanding", &rnpu_config::dma_outstanding},
    {"engines", &rnpu_config::engines},
    {"sram_banks", &rnpu_config::sram_banks},
    {"px", &rnpu_config::px},
    {"oc", &rnpu_config::oc},
    {"ic", &rnpu_config::ic},
    {"issue_cycles", &rnpu_config::issue_cycles},
    {"start_cycles", &rnpu_config::start_cycles},
    {"dram_read_latency", &rnpu_config::dram_read_latency},
    {"dram_write_latency", &rnpu_config::dram_write_latency},
    {"dram_burst_bytes", &rnpu_config::dram_burst_bytes},
};

constexpr struct {
  llvm::StringLiteral key;
  double rnpu_config::*field;
} kNumbers[] = {
    {"clock_mhz", &rnpu_config::clock_mhz},
    {"dw_factor", &rnpu_config::dw_factor},
    {"sram_bytes_per_cycle", &rnpu_config::sram_bytes_per_cycle},
    {"dram_bytes_per_cycle", &rnpu_config::dram_bytes_per_cycle},
    {"cpe_plain", &rnpu_config::cpe_plain},
    {"cpe_add", &rnpu_config::cpe_add},
    {"cpe_mul", &rnpu_config::cpe_mul},
    {"cpe_max_pool", &rnpu_config::cpe_max_pool},
    {"cpe_table", &rnpu_config::cpe_table},
};

uint64_t featureOf(StringRef name) {
  return llvm::StringSwitch<uint64_t>(name)
      .Case("i4", RNPU_FEATURE_I4)
      .Case("i16", RNPU_FEATURE_I16)
      .Case("f16", RNPU_FEATURE_F16)
      .Case("gather", RNPU_FEATURE_GATHER)
      .Default(0);
}

uint32_t roundingOf(StringRef name) {
  return llvm::StringSwitch<uint32_t>(name)
      .Case("half-up", RNPU_HALF_UP)
      .Case("double", RNPU_DOUBLE)
      .Case("half-away", RNPU_HALF_AWAY)
      .Case("half-even", RNPU_HALF_EVEN)
      .Default(UINT32_MAX);
}

class Reader {
public:
  explicit Reader(ModuleOp module) : module(module), description(module->getAttrOfType<DictionaryAttr>("npu.target")) {}

  FailureOr<rnpu_config> read() {
    if (!description)
      return module.emitError("the module has no dictionary 'npu.target': no machine to emit for");
    for (const auto &entry : kIntegers)
      readInteger(entry.key, config.*entry.field);
    for (const auto &entry : kNumbers)
      readNumber(entry.key, config.*entry.field);
    readNames();
    if (!good)
      return failure();
    return config;
  }

private:
  void readInteger(StringRef key, uint32_t &field) {
    auto value = description.getAs<IntegerAttr>(key);
    if (!value || value.getInt() < 0 || value.getInt() > UINT32_MAX)
      return refuse(key, "an integer of 32 bits");
    field = uint32_t(value.getInt());
  }

  void readNumber(StringRef key, double &field) {
    auto value = description.getAs<FloatAttr>(key);
    if (!value)
      return refuse(key, "a number");
    field = value.getValueAsDouble();
  }

  /// Features are optional: a machine may have none.
  void readNames() {
    auto rounding = description.getAs<StringAttr>("rounding");
    config.rounding = rounding ? roundingOf(rounding) : UINT32_MAX;
    if (config.rounding == UINT32_MAX)
      refuse("rounding", "half-up, double, half-away or half-even");
    auto features = description.getAs<ArrayAttr>("features");
    for (Attribute feature : features ? features.getValue() : ArrayRef<Attribute>()) {
      auto name = dyn_cast<StringAttr>(feature);
      uint64_t bit = name ? featureOf(name) : 0;
      if (bit == 0)
        refuse("features", "names among i4, i16, f16, gather");
      config.features |= bit;
    }
  }

  void refuse(StringRef key, StringRef wanted) {
    good = false;
    module.emitError() << "'npu.target': key '" << key << "' wants " << wanted;
  }

  ModuleOp module;
  DictionaryAttr description;
  rnpu_config config = {};
  bool good = true;
};

} // namespace

FailureOr<rnpu_config> rnpuConfig(ModuleOp module) { return Reader(module).read(); }

} // namespace npu
