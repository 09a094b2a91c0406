#include "passes/nn/FusionLog.h"

#include "mlir/IR/Builders.h"
#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::nn {

static constexpr llvm::StringLiteral attribute = "nn.fusions";

void FusionLog::add(StringRef pattern, ArrayRef<Location> nodes, bool fired, StringRef why) {
  Builder builder(function.getContext());
  SmallVector<Attribute> names;
  for (Location node : nodes)
    names.push_back(builder.getStringAttr(nodeName(node)));
  rows.push_back(builder.getDictionaryAttr({builder.getNamedAttr("pattern", builder.getStringAttr(pattern)),
                                            builder.getNamedAttr("nodes", builder.getArrayAttr(names)),
                                            builder.getNamedAttr("fired", builder.getBoolAttr(fired)),
                                            builder.getNamedAttr("why", builder.getStringAttr(why))}));
}

void FusionLog::write() {
  if (rows.empty())
    return;
  SmallVector<Attribute> all;
  if (auto before = function->getAttrOfType<ArrayAttr>(attribute))
    all.append(before.begin(), before.end());
  all.append(rows);
  function->setAttr(attribute, ArrayAttr::get(function.getContext(), all));
}

} // namespace npu::nn
