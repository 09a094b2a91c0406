// A description of the restricted machine: the reference NPU's keys, and those of the quantisation scheme.
#include "mlir/IR/Builders.h"
#include <nlohmann/json.hpp>
#include "targets/mini/MiniTarget.h"
#include "targets/mini/isa.h"
#include "targets/rnpu/RnpuTarget.h"

using namespace mlir;
using nlohmann::json;

namespace npu {

DictionaryAttr describeMini(const json &description, MLIRContext *context,
                            const std::function<void(const std::string &)> &error) {
  const std::pair<const char *, json> scheme[] = {{"mult_bits", MINI_MULT_BITS}, {"symmetric_activations", true}};
  json rest = description;
  bool good = true;
  for (const auto &[key, only] : scheme) {
    auto found = description.find(key);
    if (found == description.end() || *found != only) {
      error(std::string("key '") + key + "' is " + (found == description.end() ? "missing" : found->dump()) + ", wants " +
            only.dump() + ": this machine has no other");
      good = false;
    }
    rest.erase(key);
  }
  DictionaryAttr described = describeRnpu(rest, context, error, "half-away", 0);
  if (!described || !good)
    return {};
  Builder b(context);
  NamedAttrList fields(described);
  fields.set("mult_bits", b.getI64IntegerAttr(MINI_MULT_BITS));
  fields.set("symmetric_activations", b.getBoolAttr(true));
  return fields.getDictionary(context);
}

} // namespace npu
