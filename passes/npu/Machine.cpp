#include "passes/npu/Machine.h"

using namespace mlir;

namespace npu {
namespace {

/// Reads keys one by one and reports every one that is missing or of the wrong type.
class Reader {
public:
  Reader(DictionaryAttr description, Operation *op) : description(description), op(op) {}

  void read(StringRef key, int64_t &field) {
    if (auto value = get<IntegerAttr>(key, "an integer"))
      field = value.getInt();
  }
  void read(StringRef key, double &field) {
    if (auto value = get<FloatAttr>(key, "a number"))
      field = value.getValueAsDouble();
  }
  void read(StringRef key, std::string &field) {
    if (auto value = get<StringAttr>(key, "a string"))
      field = value.str();
  }
  bool ok() const { return good; }

private:
  template <typename AttrT> AttrT get(StringRef key, StringRef wanted) {
    Attribute value = description.get(key);
    auto typed = dyn_cast_if_present<AttrT>(value);
    if (!typed) {
      good = false;
      op->emitError() << "'" << kTargetAttr << "': key '" << key << "' " << (value ? "is not " : "is missing, wants ")
                      << wanted;
    }
    return typed;
  }

  DictionaryAttr description;
  Operation *op;
  bool good = true;
};

} // namespace

FailureOr<Machine> Machine::parse(DictionaryAttr description, Operation *op) {
  Machine m;
  Reader in(description, op);
  in.read("name", m.name);
  in.read("isa", m.isa);
  in.read("rounding", m.rounding);
  in.read("sram_bytes", m.sramBytes);
  in.read("sram_align", m.sramAlign);
  in.read("sram_banks", m.sramBanks);
  in.read("dma_align", m.dmaAlign);
  in.read("acc_bytes", m.accBytes);
  in.read("wbuf_bytes", m.wbufBytes);
  in.read("prm_records", m.prmRecords);
  in.read("lut_bytes", m.lutBytes);
  in.read("dma_channels", m.dmaChannels);
  in.read("dma_outstanding", m.dmaOutstanding);
  in.read("engines", m.engines);
  in.read("px", m.px);
  in.read("oc", m.oc);
  in.read("ic", m.ic);
  in.read("issue_cycles", m.issueCycles);
  in.read("start_cycles", m.startCycles);
  in.read("dram_read_latency", m.dramReadLatency);
  in.read("dram_write_latency", m.dramWriteLatency);
  in.read("dram_burst_bytes", m.dramBurstBytes);
  in.read("clock_mhz", m.clockMhz);
  in.read("dw_factor", m.dwFactor);
  in.read("sram_bytes_per_cycle", m.sramBytesPerCycle);
  in.read("dram_bytes_per_cycle", m.dramBytesPerCycle);
  in.read("cpe_plain", m.cpePlain);
  in.read("cpe_add", m.cpeAdd);
  in.read("cpe_mul", m.cpeMul);
  in.read("cpe_max_pool", m.cpeMaxPool);
  in.read("cpe_table", m.cpeTable);
  if (!in.ok())
    return failure();
  return m;
}

FailureOr<Machine> Machine::of(Operation *op) {
  auto module = llvm::isa<ModuleOp>(op) ? cast<ModuleOp>(op) : op->getParentOfType<ModuleOp>();
  auto description = module ? module->getAttrOfType<DictionaryAttr>(kTargetAttr) : DictionaryAttr();
  if (!description) {
    op->emitError() << "the module has no dictionary '" << kTargetAttr << "': no machine to compile for";
    return failure();
  }
  return parse(description, module);
}

} // namespace npu
