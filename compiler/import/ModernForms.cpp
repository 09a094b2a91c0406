#include "compiler/import/ModernForms.h"

#include "compiler/import/ModelFile.h"

#include <optional>

namespace npu {
namespace {

void setType(proto::TensorProto &tensor, proto::TensorProto::DataType type) {
  tensor.set_data_type(type);
}

/// Removes the attribute `name` of `node` and returns it.
std::optional<proto::AttributeProto> takeAttribute(proto::NodeProto &node, llvm::StringRef name) {
  for (int i = 0; i != node.attribute_size(); ++i) {
    if (node.attribute(i).name() != name.str())
      continue;
    proto::AttributeProto taken;
    taken.Swap(node.mutable_attribute(i));
    node.mutable_attribute()->DeleteSubrange(i, 1);
    return taken;
  }
  return std::nullopt;
}

bool hasAttribute(const proto::NodeProto &node, llvm::StringRef name) {
  for (const auto &attribute : node.attribute())
    if (attribute.name() == name.str())
      return true;
  return false;
}

void setInt(proto::NodeProto &node, llvm::StringRef name, int64_t value) {
  auto *attribute = node.add_attribute();
  attribute->set_name(name.str());
  attribute->set_type(proto::AttributeProto::INT);
  attribute->set_i(value);
}

/// The value of a number attribute as a tensor; false for other attributes.
bool toTensor(proto::AttributeProto &attribute, proto::TensorProto &tensor) {
  switch (attribute.type()) {
  case proto::AttributeProto::FLOAT:
    setType(tensor, proto::TensorProto::FLOAT);
    tensor.add_float_data(attribute.f());
    return true;
  case proto::AttributeProto::INT:
    setType(tensor, proto::TensorProto::INT64);
    tensor.add_int64_data(attribute.i());
    return true;
  case proto::AttributeProto::FLOATS:
    setType(tensor, proto::TensorProto::FLOAT);
    tensor.add_dims(attribute.floats_size());
    tensor.mutable_float_data()->Swap(attribute.mutable_floats());
    return true;
  case proto::AttributeProto::INTS:
    setType(tensor, proto::TensorProto::INT64);
    tensor.add_dims(attribute.ints_size());
    tensor.mutable_int64_data()->Swap(attribute.mutable_ints());
    return true;
  case proto::AttributeProto::TENSOR:
    tensor.Swap(attribute.mutable_t());
    return true;
  default:
    return false;
  }
}

/// Makes input `index` of `node` the value of its attribute `name`, if it has that.
void attributeToInput(proto::GraphProto &graph, proto::NodeProto &node, llvm::StringRef name,
                      int index) {
  std::optional<proto::AttributeProto> attribute = takeAttribute(node, name);
  proto::TensorProto tensor;
  if (!attribute || !toTensor(*attribute, tensor))
    return;
  tensor.set_name(node.name() + ":" + name.str());
  while (node.input_size() <= index)
    node.add_input("");
  node.set_input(index, tensor.name());
  graph.add_initializer()->Swap(&tensor);
}

/// Before opset 13 the axes from `axis` on are one, and `axis` is 1 if not given.
void modernizeSoftmax(proto::NodeProto &node) {
  if (!hasAttribute(node, "axis"))
    setInt(node, "axis", 1);
  setInt(node, "flattened", 1);
}

void setString(proto::NodeProto &node, llvm::StringRef name, llvm::StringRef value) {
  auto *attribute = node.add_attribute();
  attribute->set_name(name.str());
  attribute->set_type(proto::AttributeProto::STRING);
  attribute->set_s(value.str());
}

/// Opset 10 has the scales where the region of interest is now, and one way to place and round positions.
void modernizeResize(proto::NodeProto &node) {
  if (node.input_size() == 2)
    node.add_input(node.input(1));
  if (node.input_size() == 3)
    node.set_input(1, "");
  setString(node, "coordinate_transformation_mode", "asymmetric");
  setString(node, "nearest_mode", "simple");
}

bool isReduction(llvm::StringRef op) {
  return op == "ReduceMean" || op == "ReduceSum" || op == "ReduceMax" || op == "ReduceMin" ||
         op == "ReduceProd";
}

/// An op has one result, so a Split of many is one node for each of its outputs.
void separateParts(proto::GraphProto &graph, int index) {
  const proto::NodeProto split = graph.node(index);
  int count = split.output_size();
  for (int part = 0; part < count; ++part) {
    if (part > 0 && split.output(part).empty())
      continue;
    proto::NodeProto &node = part == 0 ? *graph.mutable_node(index) : *graph.add_node();
    node = split;
    node.clear_output();
    node.add_output(split.output(part));
    setInt(node, "part", part);
    if (!hasAttribute(node, "num_outputs"))
      setInt(node, "num_outputs", count);
  }
}

void modernizeNode(proto::GraphProto &graph, proto::NodeProto &node, int64_t opset) {
  const std::string &op = node.op_type();
  if (op == "Clip" && opset < 11) {
    attributeToInput(graph, node, "min", 1);
    attributeToInput(graph, node, "max", 2);
  } else if (op == "Pad" && opset < 11) {
    attributeToInput(graph, node, "pads", 1);
    attributeToInput(graph, node, "value", 2);
  } else if ((op == "Squeeze" || op == "Unsqueeze") && opset < 13) {
    attributeToInput(graph, node, "axes", 1);
  } else if (isReduction(op) && opset < (op == "ReduceSum" ? 13 : 18)) {
    attributeToInput(graph, node, "axes", 1);
  } else if (op == "Slice" && opset < 10) {
    attributeToInput(graph, node, "starts", 1);
    attributeToInput(graph, node, "ends", 2);
    attributeToInput(graph, node, "axes", 3);
  } else if (op == "Split" && opset < 13) {
    attributeToInput(graph, node, "split", 1);
  } else if (op == "ConstantOfShape") {
    attributeToInput(graph, node, "value", 1);
  } else if (op == "Dropout" && opset < 12) {
    attributeToInput(graph, node, "ratio", 1);
  } else if (op == "Softmax" && opset < 13) {
    modernizeSoftmax(node);
  } else if (op == "Resize" && opset < 11) {
    modernizeResize(node);
  } else if (op == "Upsample" && opset < 9) {
    attributeToInput(graph, node, "scales", 1);
  }
}

/// True if `node` is a Constant whose value is now an initializer.
bool constantToInitializer(proto::GraphProto &graph, proto::NodeProto &node) {
  if (node.op_type() != "Constant" || node.output_size() != 1 || node.attribute_size() != 1)
    return false;
  proto::TensorProto tensor;
  if (!toTensor(*node.mutable_attribute(0), tensor))
    return false;
  tensor.set_name(node.output(0));
  graph.add_initializer()->Swap(&tensor);
  return true;
}

} // namespace

void nameNodes(proto::GraphProto &graph) {
  for (int i = 0; i != graph.node_size(); ++i)
    if (graph.node(i).name().empty())
      graph.mutable_node(i)->set_name(graph.node(i).op_type() + "_" + std::to_string(i));
}

void modernize(proto::GraphProto &graph, int64_t opset) {
  int kept = 0;
  for (int i = 0; i != graph.node_size(); ++i) {
    proto::NodeProto &node = *graph.mutable_node(i);
    if (isOnnxDomain(node.domain())) {
      if (constantToInitializer(graph, node))
        continue;
      modernizeNode(graph, node, opset);
    }
    graph.mutable_node()->SwapElements(kept++, i);
  }
  graph.mutable_node()->DeleteSubrange(kept, graph.node_size() - kept);
  for (int i = 0; i != kept; ++i)
    if (isOnnxDomain(graph.node(i).domain()) && graph.node(i).op_type() == "Split" &&
        graph.node(i).input_size() <= 2)
      separateParts(graph, i);
}

} // namespace npu
