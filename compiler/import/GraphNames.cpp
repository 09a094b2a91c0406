#include "compiler/import/GraphNames.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <queue>

using namespace mlir;

namespace npu {
namespace {

/// Index of the node that computes a tensor; `given` for inputs and initializers.
constexpr int given = -1;
using Definitions = llvm::StringMap<int>;

InFlightDiagnostic nodeProblem(MLIRContext &context, const proto::NodeProto &node) {
  return emitError(namedLoc(context, node.name()))
         << "'" << node.name() << "' (" << node.op_type() << "): ";
}

FailureOr<Definitions> define(const proto::GraphProto &graph, MLIRContext &context) {
  Definitions definitions;
  bool sound = true;
  llvm::StringSet<> inputs;
  for (const auto &input : graph.input())
    if (!definitions.try_emplace(input.name(), given).second) {
      emitError(namedLoc(context, input.name())) << "two inputs are named '" << input.name() << "'";
      sound = false;
    } else {
      inputs.insert(input.name());
    }
  for (const auto &tensor : graph.initializer())
    // An initializer may be an input too (IR 3), but nothing else.
    if (!definitions.try_emplace(tensor.name(), given).second && !inputs.erase(tensor.name())) {
      emitError(namedLoc(context, tensor.name()))
          << "two initializers or constants are named '" << tensor.name() << "'";
      sound = false;
    }
  for (int i = 0; i != graph.node_size(); ++i)
    for (const std::string &output : graph.node(i).output()) {
      auto [first, isNew] = definitions.try_emplace(output, i);
      if (output.empty() || isNew)
        continue;
      std::string other = first->second == given ? "an input or initializer"
                                                 : "'" + graph.node(first->second).name() + "'";
      nodeProblem(context, graph.node(i))
          << "tensor '" << output << "' is already defined by " << other << "; rename one of them";
      sound = false;
    }
  if (!sound)
    return failure();
  return definitions;
}

LogicalResult checkReads(const proto::GraphProto &graph, const Definitions &definitions,
                         MLIRContext &context) {
  bool sound = true;
  for (const auto &node : graph.node())
    for (const std::string &input : node.input())
      if (!input.empty() && !definitions.count(input)) {
        nodeProblem(context, node) << "input '" << input
                                   << "' is no graph input, no initializer and no node's output";
        sound = false;
      }
  for (const auto &output : graph.output())
    if (!definitions.count(output.name())) {
      emitError(namedLoc(context, output.name()))
          << "graph output '" << output.name() << "' is computed by no node";
      sound = false;
    }
  return success(sound);
}

/// For every node, how many of its inputs wait for a node, and who waits for it.
struct Waiting {
  std::vector<int> open;
  std::vector<std::vector<int>> readers;

  Waiting(const proto::GraphProto &graph, const Definitions &definitions)
      : open(size_t(graph.node_size())), readers(size_t(graph.node_size())) {
    for (int i = 0; i != graph.node_size(); ++i)
      for (const std::string &input : graph.node(i).input()) {
        int producer = input.empty() ? given : definitions.lookup(input);
        if (producer == given)
          continue;
        ++open[size_t(i)];
        readers[size_t(producer)].push_back(i);
      }
  }
};

/// Follows inputs that wait backwards from a node that waits, until a node comes twice.
void reportCycle(const proto::GraphProto &graph, const Definitions &definitions,
                 const std::vector<int> &open, MLIRContext &context) {
  int node = int(std::distance(open.begin(), llvm::find_if(open, [](int n) { return n > 0; })));
  std::vector<int> path;
  while (!llvm::is_contained(path, node)) {
    path.push_back(node);
    for (const std::string &input : graph.node(node).input()) {
      int producer = input.empty() ? given : definitions.lookup(input);
      if (producer != given && open[size_t(producer)] > 0) {
        node = producer;
        break;
      }
    }
  }
  path.erase(path.begin(), llvm::find(path, node));
  InFlightDiagnostic problem = nodeProblem(context, graph.node(node));
  problem << "the graph has a cycle, the node waits for its own result: ";
  for (int step : path)
    problem << "'" << graph.node(step).name() << "' reads ";
  problem << "'" << graph.node(node).name() << "'";
}

} // namespace

FailureOr<std::vector<int>> orderNodes(const proto::GraphProto &graph, MLIRContext &context) {
  FailureOr<Definitions> definitions = define(graph, context);
  if (failed(definitions) || failed(checkReads(graph, *definitions, context)))
    return failure();
  Waiting waiting(graph, *definitions);
  std::priority_queue<int, std::vector<int>, std::greater<int>> ready;
  for (int i = 0; i != graph.node_size(); ++i)
    if (waiting.open[size_t(i)] == 0)
      ready.push(i);
  std::vector<int> order;
  while (!ready.empty()) {
    int node = ready.top();
    ready.pop();
    order.push_back(node);
    for (int reader : waiting.readers[size_t(node)])
      if (--waiting.open[size_t(reader)] == 0)
        ready.push(reader);
  }
  if (int(order.size()) == graph.node_size())
    return order;
  reportCycle(graph, *definitions, waiting.open, context);
  return failure();
}

} // namespace npu
