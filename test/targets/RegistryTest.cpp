// Presets and users' descriptions: complete ones load, every fault of a bad one is named.
#include "targets/Registry.h"

#include <cstdio>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "mlir/IR/BuiltinOps.h"
#include <nlohmann/json.hpp>
#include "passes/npu/Machine.h"

namespace {

struct Loaded {
  mlir::DictionaryAttr description;
  std::string faults;
};

class Registry : public ::testing::Test {
protected:
  Loaded load(llvm::StringRef name, const npu::TargetOverrides &overrides = {}) {
    Loaded result;
    result.description = npu::loadTarget(name, overrides, &context, [&](const std::string &f) { result.faults += f + "\n"; });
    return result;
  }
  int64_t integer(const Loaded &l, llvm::StringRef key) {
    return l.description.getAs<mlir::IntegerAttr>(key).getInt();
  }
  std::string write(const std::string &text) {
    // ctest runs the cases as processes side by side: a file each.
    std::string path = ::testing::TempDir() + "npu-" +
                       ::testing::UnitTest::GetInstance()->current_test_info()->name() + "-" +
                       std::to_string(::getpid()) + ".json";
    written.push_back(path);
    std::ofstream(path) << text;
    return path;
  }
  nlohmann::json preset(llvm::StringRef name) {
    for (const npu::Preset &p : npu::allTargets().front()->presets())
      if (p.name == name)
        return nlohmann::json::parse(p.json.str());
    return {};
  }
  void TearDown() override {
    for (const std::string &path : written)
      std::remove(path.c_str());
  }
  mlir::MLIRContext context;
  std::vector<std::string> written;
};

TEST_F(Registry, EveryPresetIsACompleteMachine) {
  ASSERT_EQ(npu::presetNames().size(), 7u);
  for (const std::string &name : npu::presetNames()) {
    Loaded l = load(name);
    ASSERT_TRUE(l.description) << l.faults;
    mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
    auto machine = npu::Machine::parse(l.description, *module);
    ASSERT_TRUE(mlir::succeeded(machine));
    EXPECT_EQ(machine->name, name);
    EXPECT_EQ(machine->prmRecords, 1024);
  }
}

// The table of docs/machine.md: MAC per cycle.
TEST_F(Registry, PresetsHaveTheirArrays) {
  std::map<std::string, int64_t> macs = {{"u55-128", 128}, {"u55-256", 256}, {"u65-256", 256},
                                         {"u65-512", 512}, {"u65-512-cs", 512}, {"edge-4t", 2048}};
  for (const auto &[name, wanted] : macs) {
    Loaded l = load(name);
    EXPECT_EQ(integer(l, "px") * integer(l, "oc") * integer(l, "ic"), wanted) << name;
  }
}

TEST_F(Registry, OverridesReplaceSingleFields) {
  npu::TargetOverrides overrides;
  overrides.sram = "32K";
  overrides.dramBandwidth = "3.75";
  overrides.engines = "2";
  Loaded l = load("edge-4t", overrides);
  ASSERT_TRUE(l.description) << l.faults;
  EXPECT_EQ(integer(l, "sram_bytes"), 32768);
  EXPECT_EQ(integer(l, "engines"), 2);
  EXPECT_EQ(l.description.getAs<mlir::FloatAttr>("dram_bytes_per_cycle").getValueAsDouble(), 3.75);
  overrides.sram = "2M";
  EXPECT_EQ(integer(load("edge-4t", overrides), "sram_bytes"), 2097152);
}

TEST_F(Registry, BadOverridesAreAllNamed) {
  npu::TargetOverrides overrides;
  overrides.sram = "32Q";
  overrides.dramBandwidth = "-1";
  overrides.engines = "5";
  Loaded l = load("edge-4t", overrides);
  EXPECT_FALSE(l.description);
  for (const char *option : {"--sram '32Q'", "--dram-bandwidth '-1'", "--engines '5'"})
    EXPECT_NE(l.faults.find(option), std::string::npos) << l.faults;
}

TEST_F(Registry, UnknownNamesListThePresets) {
  Loaded l = load("edge-5t");
  EXPECT_FALSE(l.description);
  EXPECT_NE(l.faults.find("u65-512-cs"), std::string::npos) << l.faults;
}

TEST_F(Registry, AFileOfOnesOwn) {
  nlohmann::json mine = preset("u55-128");
  mine["name"] = "mine";
  mine["sram_bytes"] = 65536;
  Loaded l = load(write(mine.dump()));
  ASSERT_TRUE(l.description) << l.faults;
  EXPECT_EQ(integer(l, "sram_bytes"), 65536);
}

TEST_F(Registry, EveryFaultOfAFileIsNamed) {
  nlohmann::json mine = preset("u55-128");
  mine.erase("px");
  mine["oc"] = "eight";
  mine["colour"] = "red";
  mine["sram_bytes"] = -1;
  Loaded l = load(write(mine.dump()));
  EXPECT_FALSE(l.description);
  for (const char *fault : {"'px' is missing", "'oc' is \"eight\", wants an integer", "unknown key 'colour'",
                            "'sram_bytes' is -1"})
    EXPECT_NE(l.faults.find(fault), std::string::npos) << l.faults;
}

// What the passes ask of a scheme stands in the description, and is what the machine has.
TEST_F(Registry, ARestrictedMachineHasOneScheme) {
  Loaded l = load("mini");
  ASSERT_TRUE(l.description) << l.faults;
  EXPECT_TRUE(npu::findTarget("mini")->isForTests());
  EXPECT_EQ(integer(l, "mult_bits"), 15);
  EXPECT_TRUE(l.description.getAs<mlir::BoolAttr>("symmetric_activations").getValue());
  nlohmann::json mine = nlohmann::json::parse(npu::findTarget("mini")->presets().front().json.str());
  mine["mult_bits"] = 31;
  mine.erase("symmetric_activations");
  mine["rounding"] = "half-up";
  Loaded other = load(write(mine.dump()));
  EXPECT_FALSE(other.description);
  for (const char *fault : {"'mult_bits' is 31, wants 15", "'symmetric_activations' is missing, wants true",
                            "this machine rounds \"half-away\""})
    EXPECT_NE(other.faults.find(fault), std::string::npos) << other.faults;
}

TEST_F(Registry, FilesThatAreNoDescription) {
  EXPECT_NE(load(write("{")).faults.find("not a JSON object"), std::string::npos);
  EXPECT_NE(load(write("[1]")).faults.find("not a JSON object"), std::string::npos);
  EXPECT_NE(load("/nonexistent.json").faults.find("cannot be read"), std::string::npos);
  nlohmann::json mine = preset("u55-128");
  mine["isa"] = "other";
  EXPECT_NE(load(write(mine.dump())).faults.find("key 'isa'"), std::string::npos);
  mine["isa"] = "rnpu";
  mine["rounding"] = "half-away";
  EXPECT_NE(load(write(mine.dump())).faults.find("rounds \"half-up\""), std::string::npos);
}

} // namespace
