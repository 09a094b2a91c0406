#include "compiler/import/InputTypes.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace npu {
namespace {

using Shape = proto::TensorShapeProto;

/// One run over all inputs; remembers what symbols stand for and whether all was sound.
class InputTyper {
public:
  InputTyper(const ImportOptions &options, MLIRContext &context)
      : options(options), context(context) {}

  /// The sizes the options give `input`, an empty list without any.
  SmallVector<int64_t> wanted(const proto::ValueInfoProto &input);
  void bindSymbols(const proto::ValueInfoProto &input);
  RankedTensorType typeOf(const proto::ValueInfoProto &input);
  void checkNames(ArrayRef<const proto::ValueInfoProto *> inputs);

  bool sound = true;

private:
  InFlightDiagnostic problem(const proto::ValueInfoProto &input) {
    sound = false;
    return emitError(namedLoc(context, input.name())) << "input '" << input.name() << "': ";
  }
  int64_t sizeOf(const proto::ValueInfoProto &input, int axis);
  InFlightDiagnostic reportOpen(const proto::ValueInfoProto &input, int axis);

  const ImportOptions &options;
  MLIRContext &context;
  llvm::StringMap<int64_t> symbols;
};

const Shape &shapeOf(const proto::ValueInfoProto &input) {
  return input.type().tensor_type().shape();
}

/// -1 is an open size; so is a dimension that says nothing.
bool isOpen(const Shape::Dimension &dimension) {
  return !dimension.has_dim_value() || dimension.dim_value() == -1;
}

SmallVector<int64_t> InputTyper::wanted(const proto::ValueInfoProto &input) {
  int rank = shapeOf(input).dim_size();
  SmallVector<int64_t> sizes;
  if (auto given = options.inputShapes.find(input.name()); given != options.inputShapes.end())
    sizes.assign(given->second.begin(), given->second.end());
  else if (options.batch && rank > 0) {
    sizes.assign(size_t(rank), -1);
    sizes[0] = *options.batch;
  }
  return sizes;
}

void InputTyper::bindSymbols(const proto::ValueInfoProto &input) {
  const Shape &shape = shapeOf(input);
  SmallVector<int64_t> sizes = wanted(input);
  if (int(sizes.size()) != shape.dim_size())
    return;
  for (auto [dimension, size] : llvm::zip(shape.dim(), sizes)) {
    if (size < 0 || !isOpen(dimension) || dimension.dim_param().empty())
      continue;
    auto [bound, isNew] = symbols.try_emplace(dimension.dim_param(), size);
    if (!isNew && bound->second != size)
      problem(input) << "dimension '" << dimension.dim_param() << "' is " << bound->second
                     << " in one place and " << size << " here; give the same size";
  }
}

InFlightDiagnostic InputTyper::reportOpen(const proto::ValueInfoProto &input, int axis) {
  const Shape &shape = shapeOf(input);
  const std::string &symbol = shape.dim(axis).dim_param();
  InFlightDiagnostic open = problem(input);
  open << "dimension " << axis;
  if (!symbol.empty())
    open << " ('" << symbol << "')";
  open << " has no fixed size; fix it with --input-shape " << input.name() << ":";
  for (int i = 0; i != shape.dim_size(); ++i) {
    open << (i == 0 ? "" : "x");
    if (isOpen(shape.dim(i)))
      open << "N";
    else
      open << shape.dim(i).dim_value();
  }
  if (axis == 0)
    open << " or --batch N";
  return open;
}

int64_t InputTyper::sizeOf(const proto::ValueInfoProto &input, int axis) {
  const Shape::Dimension &dimension = shapeOf(input).dim(axis);
  SmallVector<int64_t> sizes = wanted(input);
  int64_t want = axis < int(sizes.size()) ? sizes[size_t(axis)] : -1;
  if (isOpen(dimension)) {
    auto symbol = symbols.find(dimension.dim_param());
    if (want < 0 && !dimension.dim_param().empty() && symbol != symbols.end())
      want = symbol->second;
    if (want < 0)
      reportOpen(input, axis);
    return want;
  }
  if (want >= 0 && want != dimension.dim_value())
    problem(input) << "dimension " << axis << " is " << dimension.dim_value()
                   << " in the file and cannot become " << want
                   << "; --input-shape and --batch fix open dimensions only";
  return dimension.dim_value();
}

RankedTensorType InputTyper::typeOf(const proto::ValueInfoProto &input) {
  if (!input.type().has_tensor_type() || !input.type().tensor_type().has_shape()) {
    problem(input) << "it is not a tensor with a shape; export the model with one";
    return {};
  }
  Type element = elementType(input.type().tensor_type().elem_type(), context);
  if (!element)
    problem(input) << "values of type " << dataTypeName(input.type().tensor_type().elem_type())
                   << " are not supported";
  int rank = shapeOf(input).dim_size();
  if (SmallVector<int64_t> sizes = wanted(input); !sizes.empty() && int(sizes.size()) != rank)
    problem(input) << "--input-shape gives " << sizes.size() << " dimensions, the file has "
                   << rank;
  SmallVector<int64_t> shape;
  int64_t elements = 1;
  for (int axis = 0; axis != rank; ++axis) {
    shape.push_back(sizeOf(input, axis));
    if (shape.back() == 0 || shape.back() < -1)
      problem(input) << "dimension " << axis << " is " << shape.back() << ", so it has no elements";
    else if (shape.back() > 0 && (llvm::MulOverflow(elements, shape.back(), elements) ||
                                  elements > (int64_t(1) << 40)))
      problem(input) << "it has more than 2^40 elements", elements = 1;
  }
  return sound ? RankedTensorType::get(shape, element) : RankedTensorType();
}

void InputTyper::checkNames(ArrayRef<const proto::ValueInfoProto *> inputs) {
  for (const auto &[name, sizes] : options.inputShapes) {
    if (llvm::any_of(inputs, [&, &key = name](auto *input) { return input->name() == key; }))
      continue;
    sound = false;
    InFlightDiagnostic unknown = emitError(UnknownLoc::get(&context))
                                 << "--input-shape: no input is named '" << name << "', there are";
    for (const auto *input : inputs)
      unknown << (input == inputs.front() ? " '" : ", '") << input->name() << "'";
  }
}

} // namespace

FailureOr<std::vector<RankedTensorType>>
inputTypes(ArrayRef<const proto::ValueInfoProto *> inputs, const ImportOptions &options,
           MLIRContext &context) {
  InputTyper typer(options, context);
  typer.checkNames(inputs);
  for (const auto *input : inputs)
    typer.bindSymbols(*input);
  std::vector<RankedTensorType> types;
  for (const auto *input : inputs)
    types.push_back(typer.typeOf(*input));
  if (!typer.sound)
    return failure();
  return types;
}

bool parseInputShape(StringRef text, ImportOptions &options, std::string &reason) {
  auto [name, sizes] = text.rsplit(':');
  SmallVector<StringRef> parts;
  sizes.split(parts, 'x');
  std::vector<int64_t> shape;
  for (StringRef part : parts) {
    int64_t size = 0;
    if (part.getAsInteger(10, size) || size < 1) {
      reason = "--input-shape '" + text.str() + "': want NAME:1x3x224x224 with sizes from 1";
      return false;
    }
    shape.push_back(size);
  }
  if (!options.inputShapes.try_emplace(name.str(), std::move(shape)).second) {
    reason = "--input-shape names '" + name.str() + "' twice";
    return false;
  }
  return true;
}

} // namespace npu
