#include "compiler/import/ImportOnnx.h"

#include "compiler/import/GraphNames.h"
#include "compiler/import/InputTypes.h"
#include "compiler/import/ModelFile.h"
#include "compiler/import/ModernForms.h"
#include "compiler/import/Operators.h"
#include "compiler/import/TensorData.h"
#include "dialects/onnx/Onnx.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace npu {
namespace {

/// Turns a checked graph into `@main`.
class GraphImporter {
public:
  GraphImporter(proto::GraphProto &graph, StringRef folder, const ImportOptions &options,
                ModuleOp module)
      : graph(graph), folder(folder), options(options), module(module),
        context(*module.getContext()), builder(&context) {}

  LogicalResult run(ArrayRef<int> order);

private:
  std::vector<const proto::ValueInfoProto *> realInputs();
  LogicalResult createFunction();
  LogicalResult createConstants();
  LogicalResult createNode(const proto::NodeProto &node);
  void finish();
  Value none();

  proto::GraphProto &graph;
  StringRef folder;
  const ImportOptions &options;
  ModuleOp module;
  MLIRContext &context;
  OpBuilder builder;
  func::FuncOp main;
  llvm::StringMap<Value> values;
  Value leftOut;
};

/// Inputs that a caller gives; an initializer that is an input too is a constant (case IR 3).
std::vector<const proto::ValueInfoProto *> GraphImporter::realInputs() {
  llvm::StringSet<> initialized;
  for (const auto &tensor : graph.initializer())
    initialized.insert(tensor.name());
  std::vector<const proto::ValueInfoProto *> inputs;
  SmallVector<StringRef> constants;
  for (const auto &input : graph.input())
    if (initialized.contains(input.name()))
      constants.push_back(input.name());
    else
      inputs.push_back(&input);
  if (!constants.empty())
    emitRemark(module.getLoc()) << constants.size()
                                << " inputs have initializers and are taken as constants, the "
                                << "first is '" << constants.front() << "'";
  return inputs;
}

LogicalResult GraphImporter::createFunction() {
  std::vector<const proto::ValueInfoProto *> inputs = realInputs();
  FailureOr<std::vector<RankedTensorType>> types = inputTypes(inputs, options, context);
  if (failed(types))
    return failure();
  SmallVector<Type> argumentTypes(types->begin(), types->end());
  builder.setInsertionPointToStart(module.getBody());
  main = func::FuncOp::create(builder, module.getLoc(), "main",
                              builder.getFunctionType(argumentTypes, {}));
  Block *entry = builder.createBlock(&main.getBody());
  for (auto [input, type] : llvm::zip(inputs, argumentTypes))
    values[input->name()] = entry->addArgument(type, namedLoc(context, input->name()));
  for (auto [i, input] : llvm::enumerate(inputs))
    main.setArgAttr(unsigned(i), "onnx.name", builder.getStringAttr(input->name()));
  builder.setInsertionPointToStart(entry);
  return success();
}

/// Constants that something reads, in the file's order.
LogicalResult GraphImporter::createConstants() {
  llvm::StringSet<> read;
  for (const auto &node : graph.node())
    for (const std::string &input : node.input())
      read.insert(input);
  for (const auto &output : graph.output())
    read.insert(output.name());
  bool sound = true;
  for (auto &tensor : *graph.mutable_initializer()) {
    if (!read.contains(tensor.name()))
      continue;
    Location loc = namedLoc(context, tensor.name());
    FailureOr<ElementsAttr> value = takeTensor(tensor, folder, loc);
    sound &= succeeded(value);
    if (succeeded(value))
      values[tensor.name()] =
          onnx::ConstantOp::create(builder, loc, value->getShapedType(), *value);
  }
  return success(sound);
}

Value GraphImporter::none() {
  if (!leftOut) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&main.getBody().front());
    leftOut = onnx::NoneOp::create(builder, module.getLoc(), builder.getNoneType());
  }
  return leftOut;
}

LogicalResult GraphImporter::createNode(const proto::NodeProto &node) {
  SmallVector<Value> operands;
  for (const std::string &input : node.input())
    operands.push_back(input.empty() ? Value() : values.lookup(input));
  // A reader of a node that failed has nothing to say of its own.
  for (auto [input, operand] : llvm::zip(node.input(), operands))
    if (!input.empty() && !operand)
      return failure();
  FailureOr<Operation *> op = buildNode(builder, node, operands, [&] { return none(); });
  if (failed(op))
    return failure();
  values[node.output(0)] = (*op)->getResult(0);
  return success();
}

void GraphImporter::finish() {
  SmallVector<Value> results;
  for (const auto &output : graph.output())
    results.push_back(values.lookup(output.name()));
  func::ReturnOp::create(builder, module.getLoc(), results);
  main.setFunctionType(builder.getFunctionType(main.getArgumentTypes(), TypeRange(results)));
  for (auto [i, output] : llvm::enumerate(graph.output()))
    main.setResultAttr(unsigned(i), "onnx.name", builder.getStringAttr(output.name()));
}

LogicalResult GraphImporter::run(ArrayRef<int> order) {
  if (failed(createFunction()) || failed(createConstants()))
    return failure();
  bool sound = true;
  for (int index : order)
    sound &= succeeded(createNode(graph.node(index)));
  if (sound)
    finish();
  return success(sound);
}

OwningOpRef<ModuleOp> importModel(StringRef path, const ImportOptions &options,
                                  MLIRContext &context) {
  Location loc = namedLoc(context, path);
  proto::ModelProto model;
  if (failed(readModel(path, loc, model)))
    return {};
  proto::GraphProto &graph = *model.mutable_graph();
  int64_t opset = opsetOf(model);
  nameNodes(graph);
  modernize(graph, opset);
  if (failed(checkSupported(graph, opset, context)))
    return {};
  FailureOr<std::vector<int>> order = orderNodes(graph, context);
  if (failed(order))
    return {};
  // No folder in the IR: the same file gives the same module wherever it lies.
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(namedLoc(context, llvm::sys::path::filename(path)));
  Builder builder(&context);
  (*module)->setAttr("onnx.opset", builder.getI64IntegerAttr(opset));
  (*module)->setAttr("onnx.model_name", builder.getStringAttr(graph.name()));
  if (failed(GraphImporter(graph, llvm::sys::path::parent_path(path), options, *module).run(*order)))
    return {};
  return module;
}

} // namespace

OwningOpRef<ModuleOp> importOnnx(StringRef path, const ImportOptions &options,
                                 MLIRContext &context) {
  context.loadDialect<onnx::OnnxDialect, func::FuncDialect>();
  // protobuf and the standard library throw; nothing above does, or expects it.
  try {
    return importModel(path, options, context);
  } catch (const std::exception &problem) {
    emitError(namedLoc(context, path)) << "cannot import the ONNX model: " << problem.what();
    return {};
  }
}

} // namespace npu
