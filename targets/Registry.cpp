#include "targets/Registry.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "mlir/IR/BuiltinOps.h"
#include <nlohmann/json.hpp>

using namespace mlir;
using nlohmann::json;

namespace npu {

// One declaration and one entry per target, from the list in targets/CMakeLists.txt.
#define NPU_TARGET(name) const Target &name##Target();
#include "targets/Targets.inc"
#undef NPU_TARGET

using Report = std::function<void(const std::string &)>;

ArrayRef<const Target *> allTargets() {
#define NPU_TARGET(name) &name##Target(),
  static const Target *const table[] = {
#include "targets/Targets.inc"
  };
#undef NPU_TARGET
  return table;
}

const Target *findTarget(StringRef isa) {
  for (const Target *target : allTargets())
    if (target->isa() == isa)
      return target;
  return nullptr;
}

const Target *Target::of(Operation *op) {
  auto module = llvm::isa<ModuleOp>(op) ? op : op->getParentOfType<ModuleOp>().getOperation();
  auto description = module ? module->getAttrOfType<DictionaryAttr>("npu.target") : DictionaryAttr();
  auto isa = description ? description.getAs<StringAttr>("isa") : StringAttr();
  return isa ? findTarget(isa.getValue()) : nullptr;
}

Support Target::supports(Operation *op) const {
  StringRef name = op->getName().getStringRef();
  if (!llvm::is_contained(operators(), name))
    return {"has no such operator"};
  for (const Constraint &constraint : constraints()) {
    if (constraint.op != name)
      continue;
    if (std::optional<std::string> got = constraint.violation(op))
      return {"takes " + constraint.text.str() + ", got " + *got};
  }
  return {};
}

std::vector<std::string> presetNames() {
  std::vector<std::string> names;
  for (const Target *target : allTargets())
    for (const Preset &preset : target->presets())
      names.push_back(preset.name.str());
  return names;
}

static std::optional<std::string> textOf(StringRef nameOrFile, const Report &error) {
  if (nameOrFile.ends_with(".json")) {
    std::ifstream file(nameOrFile.str(), std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    if (!file || file.bad()) {
      error("target '" + nameOrFile.str() + "': cannot be read");
      return std::nullopt;
    }
    return text.str();
  }
  for (const Target *target : allTargets())
    for (const Preset &preset : target->presets())
      if (preset.name == nameOrFile)
        return preset.json.str();
  std::string names;
  for (const std::string &name : presetNames())
    names += (names.empty() ? "" : ", ") + name;
  error("unknown target '" + nameOrFile.str() + "'; presets are " + names + "; a description of your own is a FILE.json");
  return std::nullopt;
}

/// A positive number of bytes: "32768", "32K", "2M".
static std::optional<int64_t> parseBytes(const std::string &text) {
  StringRef rest = text;
  int64_t unit = rest.consume_back("K") || rest.consume_back("k") ? 1024
                 : rest.consume_back("M") || rest.consume_back("m") ? 1024 * 1024 : 1;
  int64_t count = 0;
  if (rest.getAsInteger(10, count) || count < 1 || count > (INT64_C(1) << 40))
    return std::nullopt;
  return count * unit;
}

static bool applyOverrides(json &description, const TargetOverrides &overrides, const Report &error) {
  bool good = true;
  auto refuse = [&](const char *option, const std::string &got, const char *wanted) {
    error(std::string(option) + " '" + got + "': wants " + wanted);
    good = false;
  };
  if (overrides.sram) {
    if (std::optional<int64_t> bytes = parseBytes(*overrides.sram))
      description["sram_bytes"] = *bytes;
    else
      refuse("--sram", *overrides.sram, "a number of bytes such as 32768, 32K or 2M");
  }
  if (overrides.dramBandwidth) {
    char *end = nullptr;
    double value = std::strtod(overrides.dramBandwidth->c_str(), &end);
    if (!overrides.dramBandwidth->empty() && *end == 0 && std::isfinite(value) && value > 0)
      description["dram_bytes_per_cycle"] = value;
    else
      refuse("--dram-bandwidth", *overrides.dramBandwidth, "bytes per cycle such as 3.75");
  }
  if (overrides.engines) {
    int64_t count = 0;
    if (StringRef(*overrides.engines).getAsInteger(10, count) || count < 1 || count > 4)
      refuse("--engines", *overrides.engines, "1..4");
    else
      description["engines"] = count;
  }
  return good;
}

DictionaryAttr loadTarget(StringRef nameOrFile, const TargetOverrides &overrides, MLIRContext *context,
                          const Report &error) {
  std::optional<std::string> text = textOf(nameOrFile, error);
  if (!text)
    return {};
  std::string prefix = "target '" + nameOrFile.str() + "': ";
  json description = json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!description.is_object()) {
    error(prefix + "is not a JSON object");
    return {};
  }
  if (!applyOverrides(description, overrides, error))
    return {};
  auto isa = description.find("isa");
  const Target *target =
      isa != description.end() && isa->is_string() ? findTarget(isa->get<std::string>()) : nullptr;
  if (!target) {
    error(prefix + "key 'isa' must name an instruction set this compiler has, such as \"" +
          allTargets().front()->isa().str() + "\"");
    return {};
  }
  return target->describe(description, context, [&](const std::string &fault) { error(prefix + fault); });
}

} // namespace npu
