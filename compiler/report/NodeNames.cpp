#include "compiler/report/NodeNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
namespace npu {

static void collect(Location location, std::vector<std::string> &names) {
  if (auto named = dyn_cast<NameLoc>(location)) {
    std::string name = named.getName().str();
    if (!llvm::is_contained(names, name))
      names.push_back(std::move(name));
    return;
  }
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      collect(part, names);
}

std::vector<std::string> nodeNames(Location location) {
  std::vector<std::string> names;
  collect(location, names);
  return names;
}

std::string joinedNodeNames(Location location) {
  std::string text;
  for (const std::string &name : nodeNames(location))
    text += (text.empty() ? "" : ";") + name;
  return text;
}

} // namespace npu
