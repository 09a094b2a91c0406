// Whatever the network and however small the SRAM: the blob is clean in checked mode and equals the reference, or the
// compiler says that the SRAM is too small and the network compiles in 32 KiB.
//
// property_test --gtest_filter=...; one seed alone: PROPERTY_SEED=17 property_test
#include "compiler/pipeline/Pipeline.h"
#include "compiler/verify/VerifyBlob.h"
#include "targets/Registry.h"
#include "targets/Target.h"
#include "test/property/RandomNetwork.h"

#include <gtest/gtest.h>

#include "mlir/Parser/Parser.h"

#include <cstdlib>

namespace {

constexpr uint32_t kSeedsPerShard = 300;

/// What became of a network on one machine.
struct Outcome {
  bool compiled = false, equal = false;
  std::string diagnostics;
};

class Property : public ::testing::TestWithParam<uint32_t> {
protected:
  static void SetUpTestSuite() {
    static bool once = (npu::registerPasses(), true);
    (void)once;
  }
  Property() : context(mlir::MLIRContext::Threading::DISABLED) {
    mlir::DialectRegistry registry;
    npu::registerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// `rounding` is the reference's, where it shall not be the machine's own.
  Outcome compile(const property::RandomNetwork &network, const std::string &sram, const char *rounding = nullptr) {
    Outcome outcome;
    mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &d) { outcome.diagnostics += d.str() + "\n"; });
    auto print = [&](const std::string &fault) { outcome.diagnostics += fault + "\n"; };
    auto module = mlir::parseSourceString<mlir::ModuleOp>(network.text, &context);
    npu::TargetOverrides overrides;
    overrides.sram = sram;
    mlir::DictionaryAttr target = npu::loadTarget(network.preset, overrides, &context, print);
    if (!module || !target)
      return outcome;
    (*module)->setAttr("npu.target", target);
    mlir::OwningOpRef<mlir::ModuleOp> reference = module->clone();
    if (rounding) {
      mlir::NamedAttrList fields(target);
      fields.set("rounding", mlir::StringAttr::get(&context, rounding));
      (*reference)->setAttr("npu.target", fields.getDictionary(&context));
    }
    if (network.level == "nn" && failed(npu::runTo(npu::Level::Quantized, *module, {})))
      return outcome;
    if (failed(npu::runTo(npu::Level::Npu, *module, {})) || failed(npu::runTo(npu::Level::Placed, *module, {})))
      return outcome;
    auto blob = npu::Target::of(*module)->emit(*module, "test", "");
    outcome.compiled = mlir::succeeded(blob);
    outcome.equal = outcome.compiled && mlir::succeeded(npu::verifyBlob(*blob, *reference, 1));
    return outcome;
  }

  void check(uint32_t seed) {
    property::RandomNetwork network = property::randomNetwork(seed);
    for (auto [form, count] : network.forms)
      forms[form] += count;
    Outcome outcome = compile(network, network.sram);
    bool tooSmall = !outcome.compiled && std::stoul(network.sram) < 32768 &&
                    outcome.diagnostics.find("SRAM") != std::string::npos;
    if (tooSmall) {
      ++refused;
      outcome = compile(network, "32K");
    }
    EXPECT_TRUE(outcome.equal) << "seed " << seed << ", " << network.preset << ", SRAM " << network.sram << "\n"
                               << outcome.diagnostics << network.text;
    ++compared;
  }

  mlir::MLIRContext context;
  std::map<std::string, int> forms;
  uint32_t compared = 0, refused = 0;
};

TEST_P(Property, SimulatorEqualsReference) {
  if (const char *one = std::getenv("PROPERTY_SEED"))
    return check(uint32_t(std::strtoul(one, nullptr, 10)));
  for (uint32_t i = 0; i < kSeedsPerShard; ++i)
    check(GetParam() * kSeedsPerShard + i);
  // The property means something only if every form occurs and most small memories suffice.
  for (const char *form : {"conv.dense", "conv.depthwise", "conv.grouped", "conv.dilated", "conv.stride1", "conv.strided",
                           "pool.max", "pool.average", "resize.nearest", "resize.linear", "matmul.constant",
                           "matmul.self", "matmul.broadcast", "binary.add", "binary.constant",
                           "concat.axis1", "concat.axis3", "dyadic"})
    EXPECT_GE(forms[form], 5) << form;
  EXPECT_LE(refused, compared / 10);
  RecordProperty("compared", int(compared));
  RecordProperty("refused", int(refused));
}

// The networks of powers of two meet ties: against a reference that rounds them up, some blob is unequal.
TEST_P(Property, TiesAreMet) {
  int unequal = 0;
  for (uint32_t i = 0; i < kSeedsPerShard && unequal == 0; ++i) {
    property::RandomNetwork network = property::randomNetwork(GetParam() * kSeedsPerShard + i);
    if (network.forms.count("dyadic")) {
      Outcome outcome = compile(network, "64K", "half-up");
      unequal += outcome.compiled && !outcome.equal;
    }
  }
  EXPECT_GT(unequal, 0);
}

INSTANTIATE_TEST_SUITE_P(Shards, Property, ::testing::Range(0u, 7u));

} // namespace
