#include "passes/npu/lower/Storage.h"

using namespace mlir;

namespace npu::lower {

static ArrayRef<int64_t> shapeOf(Value value) { return cast<ShapedType>(value.getType()).getShape(); }
static int64_t roundUp(int64_t n, int64_t unit) { return (n + unit - 1) / unit * unit; }

Map mapOf(ArrayRef<int64_t> shape) {
  Map map;
  if (!shape.empty())
    map.channels = shape.back();
  if (shape.size() > 1)
    map.columns = shape[shape.size() - 2];
  for (int64_t extent : shape.drop_back(std::min<size_t>(shape.size(), 2)))
    map.rows *= extent;
  return map;
}
Map mapOf(Value value) { return mapOf(shapeOf(value)); }

int64_t elementBytesOf(Value value) {
  Type type = cast<ShapedType>(value.getType()).getElementType();
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    type = quantized.getStorageType();
  return type.getIntOrFloatBitWidth() / 8;
}

std::optional<std::pair<int, int64_t>> mapAxis(ArrayRef<int64_t> shape, int64_t axis) {
  int64_t rank = shape.size();
  if (axis == rank - 1)
    return std::pair(2, INT64_C(1));
  if (axis == rank - 2)
    return std::pair(1, INT64_C(1));
  int64_t step = 1;
  for (int64_t i = 0; i < rank - 2; ++i) {
    if (i < axis && shape[i] != 1)
      return std::nullopt;
    step *= i > axis ? shape[i] : 1;
  }
  return std::pair(0, step);
}

static bool hasUser(Value value, llvm::function_ref<bool(Operation *)> wanted) {
  return llvm::any_of(value.getUsers(), wanted);
}
/// Readers that need the storage from its first byte to its last.
static bool readWhole(Value value) {
  return hasUser(value, [](Operation *user) { return isa<nn::ReshapeOp, func::ReturnOp>(user); });
}

Storage::Storage(func::FuncOp function, int64_t align) : function(function), align(align) {
  for (Operation &op : function.front().without_terminator())
    if (!isa<nn::ConstantOp>(op))
      operators.push_back(&op);
  joinConcats();
  for (OpOperand &operand : function.front().getTerminator()->getOpOperands())
    bindTransposedResult(operand);
  for (Value argument : function.getArguments())
    resolve(argument);
  for (Operation &op : function.front())
    for (Value result : op.getResults())
      resolve(result);
  bindResults();
  restrictToDram();
  findLifetimes();
}

// Last concatenation first, so that nested ones are already joined to the outer one.
void Storage::joinConcats() {
  for (Operation *op : llvm::reverse(operators)) {
    auto concat = dyn_cast<nn::ConcatOp>(op);
    if (!concat || !mapAxis(shapeOf(concat.getOutput()), concat.getAxis()))
      continue;
    int64_t position = 0;
    for (Value input : concat.getInputs()) {
      Operation *producer = input.getDefiningOp();
      bool written = producer && !isa<nn::ConstantOp, nn::ReshapeOp, nn::SliceOp>(producer);
      if (written && !joined.count(input) && !readWhole(input))
        joined[input] = {concat.getOutput(), position};
      position += shapeOf(input)[concat.getAxis()];
    }
  }
  while (releaseOneCopiedWithin())
    ;
}

// What would be copied from one part of a concatenation to another of the same gets a place of its own: a value that it
// holds twice, and a value moved from one that it holds. True if one was found.
bool Storage::releaseOneCopiedWithin() {
  auto outermost = [&](Value value) {
    for (auto found = joined.find(value); found != joined.end(); found = joined.find(value))
      value = found->second.first;
    return value;
  };
  auto viewed = [](Value value) {
    while (Operation *op = value.getDefiningOp()) {
      if (!isa<nn::ReshapeOp, nn::SliceOp>(op))
        break;
      value = op->getOperand(0);
    }
    return value;
  };
  for (Operation *op : operators)
    for (Value value : op->getResults()) {
      if (!joined.count(value))
        continue;
      int64_t places = llvm::count_if(value.getUses(), [&](OpOperand &use) {
        auto concat = dyn_cast<nn::ConcatOp>(use.getOwner());
        return concat && outermost(concat.getOutput()) == outermost(value);
      });
      bool moved = isa<nn::TransposeOp, nn::PadOp>(op) && outermost(viewed(op->getOperand(0))) == outermost(value);
      if (places > 1 || moved)
        return joined.erase(value);
    }
  return false;
}

// `return transpose(f(x))`: f stores through the permutation.
void Storage::bindTransposedResult(OpOperand &operand) {
  auto transpose = operand.get().getDefiningOp<nn::TransposeOp>();
  if (!transpose || !transpose.getOutput().hasOneUse() || !transpose.getInput().hasOneUse())
    return;
  Operation *producer = transpose.getInput().getDefiningOp();
  if (producer && !isa<nn::ConstantOp, nn::ReshapeOp, nn::SliceOp, nn::ConcatOp, nn::TransposeOp>(producer))
    scattered[transpose.getInput()] = transpose;
}

View Storage::newRoot(Value value, npu::Space space, int64_t index) {
  Root root;
  root.owner = value;
  root.space = space;
  root.index = index;
  root.map = mapOf(value);
  root.elementBytes = elementBytesOf(value);
  roots.push_back(root);
  View view;
  view.root = roots.size() - 1;
  view.structure = root.map;
  return view;
}

const View &Storage::resolve(Value value) {
  auto found = views.find(value);
  if (found != views.end())
    return found->second;
  View view = resolveView(value);
  return views.try_emplace(value, std::move(view)).first->second;
}

View Storage::resolveView(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return newRoot(value, npu::Space::Input, argument.getArgNumber());
  if (value.getDefiningOp<nn::ConstantOp>())
    return newRoot(value, npu::Space::Constants, 0);
  if (auto found = joined.find(value); found != joined.end()) {
    auto [target, position] = found->second;
    auto concat = target.getDefiningOp<nn::ConcatOp>();
    View view = resolve(target);
    auto [axis, step] = *mapAxis(shapeOf(target), concat.getAxis());
    (axis == 0 ? view.row : axis == 1 ? view.column : view.channel) += position * step;
    view.whole = false;
    return view;
  }
  if (auto found = scattered.find(value); found != scattered.end()) {
    nn::TransposeOp op = found->second;
    // Target axis i of the written value is the output's axis where perm says so.
    SmallVector<int64_t> inverse(op.getPerm().size());
    for (auto [i, axis] : llvm::enumerate(op.getPerm()))
      inverse[axis] = i;
    resolve(op.getOutput());
    if (std::optional<View> view = transposed(op.getOutput(), value, inverse))
      return *view;
    scattered.erase(value);
  }
  std::optional<View> view;
  if (auto op = value.getDefiningOp<nn::ReshapeOp>())
    view = reshaped(op);
  if (auto op = value.getDefiningOp<nn::SliceOp>())
    view = sliced(op);
  if (auto op = value.getDefiningOp<nn::TransposeOp>())
    if (isa<BlockArgument>(op.getInput()) && !readWhole(value))
      view = transposed(op.getInput(), value, op.getPerm());
  return view ? *view : newRoot(value, npu::Space::Sram, 0);
}

std::optional<View> Storage::reshaped(nn::ReshapeOp op) {
  View view = resolve(op.getInput());
  if (!view.whole || view.strides)
    return std::nullopt;
  view.structure = mapOf(op.getOutput());
  roots[view.root].readAs.push_back(view.structure);
  return view;
}

std::optional<View> Storage::sliced(nn::SliceOp op) {
  View view = resolve(op.getInput());
  ArrayRef<int64_t> shape = shapeOf(op.getInput()), sizes = shapeOf(op.getOutput());
  if (view.strides || readWhole(op.getOutput()) || llvm::any_of(op.getStrides(), [](int64_t s) { return s != 1; }))
    return std::nullopt;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (sizes[i] == shape[i])
      continue;
    auto axis = mapAxis(shape, i);
    if (!axis)
      return std::nullopt;
    (axis->first == 0 ? view.row : axis->first == 1 ? view.column : view.channel) += op.getOffsets()[i] * axis->second;
    view.whole = false;
  }
  return view;
}

/// `target` read or written in the storage of `source`: its axis i is source axis sourceAxisOfTarget[i].
std::optional<View> Storage::transposed(Value source, Value target, ArrayRef<int64_t> sourceAxisOfTarget) {
  View view = viewOf(source);
  if (!view.whole || view.strides)
    return std::nullopt;
  ArrayRef<int64_t> shape = shapeOf(target), from = shapeOf(source);
  SmallVector<int64_t> dense(from.size(), roots[view.root].elementBytes), strides;
  for (size_t i = from.size(); i-- > 1;)
    dense[i - 1] = dense[i] * from[i];
  for (int64_t axis : sourceAxisOfTarget)
    strides.push_back(dense[axis]);
  while (strides.size() < 2)
    strides.insert(strides.begin(), 0);
  // Rows must follow each other evenly.
  int64_t rank = shape.size(), row = 0, span = 0;
  for (int64_t i = rank - 3; i >= 0; --i) {
    if (shape[i] == 1)
      continue;
    if (row != 0 && strides[i] != span)
      return std::nullopt;
    row = row == 0 ? strides[i] : row;
    span = strides[i] * shape[i];
  }
  view.strides = {row, strides[strides.size() - 2], strides.back()};
  view.structure = mapOf(target);
  return view;
}

void Storage::bindResults() {
  for (OpOperand &operand : function.front().getTerminator()->getOpOperands()) {
    const View &view = viewOf(operand.get());
    Root &root = roots[view.root];
    if (view.whole && !view.strides && root.space == npu::Space::Sram) {
      root.space = npu::Space::Output;
      root.index = operand.getOperandNumber();
    } else {
      copiedResults.insert(&operand);
    }
  }
}

void Storage::restrictToDram() {
  auto dense = [&](const Root &root, const Map &map) {
    return map.rows == 1 || map.columns * map.channels * root.elementBytes % align == 0;
  };
  for (Root &root : roots) {
    if (root.space != npu::Space::Sram)
      continue;
    bool allDense = dense(root, root.map), allEqual = true;
    for (const Map &map : root.readAs) {
      allDense &= dense(root, map);
      allEqual &= map.rows == root.map.rows;
    }
    if (!allDense && !allEqual) {
      root.space = npu::Space::Arena;
      root.forced = "a reshape reads its rows otherwise than they are padded in SRAM";
    }
  }
}

void Storage::findLifetimes() {
  for (auto [position, op] : llvm::enumerate(operators))
    for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults())) {
      Root &root = rootOf(value);
      root.first = std::min<int64_t>(root.first, position);
      root.last = std::max<int64_t>(root.last, position);
    }
  for (OpOperand *operand : copiedResults)
    rootOf(operand->get()).last = operators.size();
}

int64_t Storage::rowPitch(const View &view) const {
  const Root &root = roots[view.root];
  int64_t bytes = view.structure.columns * view.structure.channels * root.elementBytes;
  return root.space == npu::Space::Sram ? roundUp(bytes, align) : bytes;
}

int64_t Storage::bytesOf(const Root &root) const {
  int64_t row = root.map.columns * root.map.channels * root.elementBytes;
  return root.map.rows * (root.space == npu::Space::Sram ? roundUp(row, align) : row);
}

Strides Storage::stridesOf(const View &view) const {
  const Root &root = roots[view.root];
  Strides s{0, rowPitch(view), view.structure.channels * root.elementBytes, root.elementBytes};
  if (view.strides) {
    s.row = (*view.strides)[0];
    s.column = (*view.strides)[1];
    s.channel = (*view.strides)[2];
  }
  s.offset = view.row * s.row + view.column * s.column + view.channel * s.channel;
  return s;
}
Strides Storage::stridesOf(Value value) const { return stridesOf(viewOf(value)); }

SmallVector<int64_t> Storage::axisStrides(Value value) const {
  Strides s = stridesOf(value);
  ArrayRef<int64_t> shape = shapeOf(value);
  SmallVector<int64_t> strides(shape.size());
  int64_t row = s.row;
  for (int64_t i = static_cast<int64_t>(shape.size()) - 1; i >= 0; --i) {
    int64_t fromEnd = static_cast<int64_t>(shape.size()) - i;
    strides[i] = fromEnd == 1 ? s.channel : fromEnd == 2 ? s.column : row;
    if (fromEnd > 2)
      row *= shape[i];
  }
  return strides;
}

bool Storage::isView(Operation *op) const {
  if (isa<nn::ReshapeOp, nn::SliceOp>(op))
    return viewOf(op->getResult(0)).root == viewOf(op->getOperand(0)).root;
  if (isa<nn::TransposeOp>(op))
    return viewOf(op->getResult(0)).root == viewOf(op->getOperand(0)).root;
  if (isa<nn::ConcatOp>(op))
    return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) { return isInPlace(operand); });
  return false;
}

bool Storage::isInPlace(OpOperand &operand) const {
  auto found = joined.find(operand.get());
  if (found == joined.end() || found->second.first != operand.getOwner()->getResult(0))
    return false;
  // A value joined once may stand in the list twice: only its own position was written.
  int64_t position = 0, axis = cast<nn::ConcatOp>(operand.getOwner()).getAxis();
  for (unsigned i = 0; i < operand.getOperandNumber(); ++i)
    position += shapeOf(operand.getOwner()->getOperand(i))[axis];
  return found->second.second == position;
}

bool Storage::returnsByCopy(OpOperand &operand) const { return copiedResults.contains(&operand); }

} // namespace npu::lower
