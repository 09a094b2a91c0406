#include "compiler/import/Operators.h"

#include "compiler/import/ModelFile.h"
#include "dialects/onnx/Onnx.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace npu {

namespace {

/// Attributes that say nothing about inference with the types we import.
bool isIrrelevant(const proto::NodeProto &node, const proto::AttributeProto &attribute) {
  const std::string &name = attribute.name();
  if (node.op_type() == "Dropout")
    return name == "seed";
  // How training averages; `spatial` of opset 7 says that there is one mean a channel.
  if (node.op_type() == "BatchNormalization")
    return name == "momentum" || (name == "training_mode" && attribute.i() == 0) ||
           (name == "spatial" && attribute.i() == 1);
  // The result's type says what it casts to; saturation is of floats of 8 bits.
  if (node.op_type() == "Cast")
    return name == "to" || name == "saturate";
  if (node.op_type() == "QuantizeLinear" || node.op_type() == "DequantizeLinear")
    return name == "saturate" || (name == "block_size" && attribute.i() == 0) ||
           (name == "output_dtype" && attribute.i() == 0);
  return false;
}

bool hasAttributeNamed(StringRef op, StringRef name, MLIRContext &context) {
  auto registered = RegisteredOperationName::lookup(("onnx." + op).str(), &context);
  return registered && llvm::any_of(registered->getAttributeNames(), [&](StringAttr known) {
           return known.getValue() == name;
         });
}

Attribute toAttribute(const proto::AttributeProto &attribute, Builder &builder) {
  switch (attribute.type()) {
  case proto::AttributeProto::INT:
    return builder.getIntegerAttr(builder.getIntegerType(64, true), attribute.i());
  case proto::AttributeProto::INTS:
    return builder.getDenseI64ArrayAttr(llvm::to_vector_of<int64_t>(attribute.ints()));
  case proto::AttributeProto::FLOAT:
    return builder.getF32FloatAttr(attribute.f());
  case proto::AttributeProto::STRING:
    return builder.getStringAttr(attribute.s());
  default:
    return {};
  }
}

/// The ONNX data type that a Cast node casts to, 0 if it does not say.
int32_t castType(const proto::NodeProto &node) {
  for (const auto &attribute : node.attribute())
    if (attribute.name() == "to" && attribute.type() == proto::AttributeProto::INT)
      return int32_t(attribute.i());
  return 0;
}

/// All that a graph reads; a node's further outputs matter only if they are in it.
llvm::StringSet<> namesRead(const proto::GraphProto &graph) {
  llvm::StringSet<> names;
  for (const auto &node : graph.node())
    for (const std::string &input : node.input())
      names.insert(input);
  for (const auto &output : graph.output())
    names.insert(output.name());
  return names;
}

/// Why `node` cannot be imported, and the way out; "" if it can.
std::string unsupported(const proto::NodeProto &node, const llvm::StringSet<> &read,
                        MLIRContext &context) {
  if (!isOnnxDomain(node.domain()))
    return "domain '" + node.domain() + "' is not ONNX's own; export without custom operators";
  if (node.op_type() == "Constant")
    return "only dense numeric constants are supported; store the value as an initializer";
  const OperatorRule *rule = findOperator(node.op_type());
  if (!rule)
    return "the operator is not supported; express it by supported ones, or fold it away by "
           "simplifying the model before";
  if (node.input_size() < rule->least || (rule->most >= 0 && node.input_size() > rule->most))
    return std::to_string(node.input_size()) + " inputs, want " + std::to_string(rule->least) +
           (rule->most == rule->least ? "" : " or more") + "; export the model again";
  for (int i = 0; i != node.input_size(); ++i)
    if (node.input(i).empty() && (i < rule->least || rule->most < 0))
      return "input " + std::to_string(i) + " is left out, but not optional";
  for (int i = 0; i < node.output_size(); ++i)
    if (i > 0 && !node.output(i).empty() && read.contains(node.output(i)))
      return "output " + std::to_string(i) + " '" + node.output(i) +
             "' is read, only output 0 is supported";
  for (const auto &attribute : node.attribute())
    if (!isIrrelevant(node, attribute) &&
        !hasAttributeNamed(node.op_type(), attribute.name(), context))
      return "attribute '" + attribute.name() + "' is not supported; export without it";
  if (node.op_type() == "Cast" && !elementType(castType(node), context))
    return "it casts to " + dataTypeName(castType(node)) + ", which is not supported";
  return node.output_size() > 0 ? "" : "it has no output";
}

/// The element type of a node's result, which no shape changes.
Type resultElement(const proto::NodeProto &node, ArrayRef<Value> operands, Builder &builder) {
  auto element = [&](size_t i) {
    return cast<TensorType>(operands[i].getType()).getElementType();
  };
  StringRef op = node.op_type();
  if (op == "DequantizeLinear" || op == "Where")
    return element(1);
  if (op == "ConstantOfShape")
    return isa<NoneType>(operands[1].getType()) ? builder.getF32Type() : element(1);
  if (op == "Cast")
    return elementType(castType(node), *builder.getContext());
  if (op == "Shape" || op == "Size")
    return builder.getI64Type();
  if (llvm::is_contained({"And", "Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "Not", "Or"}, op))
    return builder.getI1Type();
  if (op == "QuantizeLinear")
    return isa<NoneType>(operands[2].getType()) ? builder.getIntegerType(8, /*isSigned=*/false)
                                                : element(2);
  return element(0);
}

/// Sets the attributes of `op` as the node has them; one of another kind is a diagnostic.
LogicalResult setAttributes(Operation *op, const proto::NodeProto &node, Builder &builder) {
  for (const auto &attribute : node.attribute()) {
    if (isIrrelevant(node, attribute))
      continue;
    Attribute value = toAttribute(attribute, builder);
    if (attribute.name() == "flattened")
      value = builder.getUnitAttr();
    auto accepted = [&] {
      op->setAttr(attribute.name(), value);
      return op->getAttr(attribute.name()) == value;
    };
    if (!value || !accepted())
      return emitError(op->getLoc()) << "'" << node.name() << "' (" << node.op_type()
                                     << "): attribute '" << attribute.name()
                                     << "' is of the wrong kind";
  }
  return success();
}

} // namespace

LogicalResult checkSupported(const proto::GraphProto &graph, int64_t opset,
                             MLIRContext &context) {
  llvm::StringSet<> read = namesRead(graph);
  SmallVector<std::pair<const proto::NodeProto *, std::string>> refused;
  for (const auto &node : graph.node())
    if (std::string why = unsupported(node, read, context); !why.empty())
      refused.emplace_back(&node, std::move(why));
  if (refused.empty())
    return success();
  InFlightDiagnostic error = emitError(namedLoc(context, graph.name()))
                             << refused.size() << " of " << graph.node_size()
                             << " nodes cannot be imported:";
  for (auto &[node, why] : refused)
    error << "\n  '" << node->name() << "' (" << node->op_type() << ", opset " << opset
          << "): " << why;
  return failure();
}

FailureOr<Operation *> buildNode(OpBuilder &builder, const proto::NodeProto &node,
                                 ArrayRef<Value> operands, function_ref<Value()> none) {
  const OperatorRule &rule = *findOperator(node.op_type());
  SmallVector<Value> all(operands);
  if (rule.most >= 0)
    all.resize(size_t(rule.most));
  for (Value &operand : all)
    if (!operand)
      operand = none();
  Location loc = namedLoc(*builder.getContext(), node.name());
  OperationState state(loc, "onnx." + node.op_type());
  state.addOperands(all);
  state.addTypes(UnrankedTensorType::get(resultElement(node, all, builder)));
  Operation *op = builder.create(state);
  if (failed(setAttributes(op, node, builder)) || failed(op->getName().verifyInvariants(op)))
    return failure();
  return op;
}

} // namespace npu
