// `npu.target` is read whole, or every bad key is named.
#include "passes/npu/Machine.h"

#include <gtest/gtest.h>

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

namespace {

const char *const kComplete =
    R"({name = "m", isa = "rnpu", rounding = "half-up", sram_bytes = 32768, sram_align = 16, sram_banks = 1,
        dma_align = 64, acc_bytes = 8192, wbuf_bytes = 4096, prm_records = 1024, lut_bytes = 4096, dma_channels = 2,
        dma_outstanding = 3, engines = 1, px = 2, oc = 8, ic = 4, issue_cycles = 16, start_cycles = 64,
        dram_read_latency = 500, dram_write_latency = 250, dram_burst_bytes = 128, clock_mhz = 500.0, dw_factor = 1.5,
        sram_bytes_per_cycle = 8.0, dram_bytes_per_cycle = 3.75, cpe_plain = 0.5, cpe_add = 1.5, cpe_mul = 0.75,
        cpe_max_pool = 0.25, cpe_table = 1.0})";

struct Parsed {
  mlir::FailureOr<npu::Machine> machine = mlir::failure();
  std::string diagnostics;
};

Parsed parse(const std::string &dictionary) {
  mlir::MLIRContext context;
  context.allowUnregisteredDialects();
  auto module = mlir::parseSourceString<mlir::ModuleOp>("module attributes {npu.target = " + dictionary + "} {}",
                                                        &context);
  Parsed result;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &d) {
    result.diagnostics += d.str() + "\n";
    return mlir::success();
  });
  if (module)
    result.machine = npu::Machine::of(*module);
  return result;
}

TEST(Machine, ReadsEveryField) {
  Parsed p = parse(kComplete);
  ASSERT_TRUE(mlir::succeeded(p.machine)) << p.diagnostics;
  EXPECT_EQ(p.machine->name, "m");
  EXPECT_EQ(p.machine->sramBytes, 32768);
  EXPECT_EQ(p.machine->accBytes, 8192);
  EXPECT_EQ(p.machine->wbufBytes, 4096);
  EXPECT_EQ(p.machine->dmaOutstanding, 3);
  EXPECT_EQ(p.machine->ic, 4);
  EXPECT_EQ(p.machine->dramBytesPerCycle, 3.75);
}

TEST(Machine, NamesEveryMissingAndMistypedKey) {
  Parsed p = parse(R"({name = "m", isa = 3})");
  EXPECT_TRUE(mlir::failed(p.machine));
  EXPECT_NE(p.diagnostics.find("key 'isa' is not a string"), std::string::npos) << p.diagnostics;
  EXPECT_NE(p.diagnostics.find("key 'sram_bytes' is missing, wants an integer"), std::string::npos) << p.diagnostics;
  EXPECT_NE(p.diagnostics.find("key 'cpe_table' is missing, wants a number"), std::string::npos) << p.diagnostics;
}

TEST(Machine, WantsTheAttribute) {
  Parsed p = parse("3");
  EXPECT_TRUE(mlir::failed(p.machine));
  EXPECT_NE(p.diagnostics.find("no machine to compile for"), std::string::npos) << p.diagnostics;
}

} // namespace
