#include "passes/npu/lower/Program.h"

#include "runtime/kernels/quantize.h"

using namespace mlir;

namespace npu::lower {

static int64_t roundUp(int64_t n, int64_t unit) { return (n + unit - 1) / unit * unit; }

SmallVector<char> constantBytes(Value value) {
  ElementsAttr elements = value.getDefiningOp<nn::ConstantOp>().getValue();
  SmallVector<char> bytes;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements)) {
    ArrayRef<char> data = resource.getRawHandle().getBlob()->getData();
    bytes.assign(data.begin(), data.end());
    return bytes;
  }
  auto dense = cast<DenseElementsAttr>(elements);
  ArrayRef<char> raw = dense.getRawData();
  for (int64_t i = 0, n = dense.isSplat() ? dense.getNumElements() : 1; i < n; ++i)
    bytes.append(raw.begin(), raw.end());
  return bytes;
}

int64_t zeroPointOf(Value value) {
  auto type = dyn_cast<quant::UniformQuantizedType>(cast<ShapedType>(value.getType()).getElementType());
  return type ? type.getZeroPoint() : 0;
}

double scaleOf(Value value) {
  return cast<quant::UniformQuantizedType>(cast<ShapedType>(value.getType()).getElementType()).getScale();
}

ActRange actRange(Value result, std::optional<APFloat> clampMin, std::optional<APFloat> clampMax) {
  auto type = cast<quant::UniformQuantizedType>(cast<ShapedType>(result.getType()).getElementType());
  int32_t least = type.getStorageTypeMin(), most = type.getStorageTypeMax();
  auto quantize = [&](const APFloat &real) {
    return npu_quantize(real.convertToFloat(), static_cast<float>(type.getScale()), type.getZeroPoint(), least, most);
  };
  // The upper bound wins, as in min(max(x, low), high).
  int32_t upper = clampMax ? quantize(*clampMax) : most;
  return {std::min(clampMin ? quantize(*clampMin) : least, upper), upper};
}

static Attribute borderOf(Value value, StringRef name, OpBuilder &b) {
  auto type = cast<RankedTensorType>(value.getType());
  Type element = type.getElementType();
  double scale = 0;
  if (auto quantized = dyn_cast<quant::UniformQuantizedType>(element)) {
    scale = quantized.getScale();
    element = quantized.getStorageType();
    if (!quantized.isSigned())
      element = b.getIntegerType(element.getIntOrFloatBitWidth(), /*isSigned=*/false);
  }
  return npu::BorderAttr::get(b.getContext(), b.getStringAttr(name), element,
                         b.getStringAttr(type.getRank() == 4 ? "nchw" : "plain"), type.getShape(),
                         b.getF64FloatAttr(scale), zeroPointOf(value));
}

static StringRef borderName(Attribute name, StringRef otherwise) {
  auto text = dyn_cast_if_present<StringAttr>(name);
  return text ? text.getValue() : otherwise;
}

Program::Program(func::FuncOp function, const Machine &machine, Storage &storage)
    : machine(machine), storage(storage), commands(function.getContext()), declarations(function.getContext()),
      location(function.getLoc()) {
  OpBuilder b(function);
  SmallVector<Attribute> inputs, outputs;
  for (auto [i, argument] : llvm::enumerate(function.getArguments()))
    inputs.push_back(borderOf(argument, borderName(function.getArgAttr(i, "onnx.name"), "input_" + std::to_string(i)), b));
  for (auto [i, result] : llvm::enumerate(function.front().getTerminator()->getOperands()))
    outputs.push_back(borderOf(result, borderName(function.getResultAttr(i, "onnx.name"), "output_" + std::to_string(i)), b));
  program = npu::ProgramOp::create(b, function.getLoc(), function.getSymName(), b.getArrayAttr(inputs), b.getArrayAttr(outputs));
  declarations.setInsertionPointToStart(&program.getBody().emplaceBlock());
  auto segment = npu::SegmentOp::create(declarations, function.getLoc());
  declarations.setInsertionPoint(segment);
  commands.setInsertionPointToStart(&segment.getBody().emplaceBlock());
}

void Program::beginOperator(Operation *op) {
  current = op;
  location = op->getLoc();
  beginStep();
}

void Program::mark(Operation *op) { op->setAttr("step", commands.getI64IntegerAttr(step)); }

Value Program::buffer(npu::Space space, int64_t bytes) {
  return npu::BufferOp::create(declarations, location, npu::BufferType::get(program.getContext(), space),
                          declarations.getI64IntegerAttr(bytes), IntegerAttr(), IntegerAttr(), StringAttr());
}

Turns Program::turns(npu::Space space, int64_t bytes, int64_t count) {
  Turns turns;
  for (int64_t i = 0; bytes > 0 && i < count; ++i)
    turns.buffers.push_back(buffer(space, bytes));
  return turns;
}

Value Program::constant(ArrayRef<char> bytes) {
  auto type = RankedTensorType::get({static_cast<int64_t>(bytes.size())}, declarations.getI8Type());
  return npu::ConstantOp::create(declarations, location, npu::BufferType::get(program.getContext(), npu::Space::Constants),
                            DenseElementsAttr::getFromRawBuffer(type, bytes), IntegerAttr(), StringAttr());
}

Value Program::table(ArrayRef<char> bytes) {
  Value loaded = buffer(npu::Space::Lut, bytes.size());
  copyBytes(constant(bytes), 0, loaded, 0, bytes.size(), "table");
  return loaded;
}

Value Program::bufferOf(Value value) {
  size_t index = storage.viewOf(value).root;
  Value &known = rootBuffers[index];
  if (known)
    return known;
  const Root &root = storage.roots[index];
  if (root.space == npu::Space::Constants)
    return known = constant(constantBytes(root.owner));
  bool border = root.space == npu::Space::Input || root.space == npu::Space::Output;
  auto saved = location;
  location = root.owner.getLoc();
  known = npu::BufferOp::create(declarations, location, npu::BufferType::get(program.getContext(), root.space),
                           declarations.getI64IntegerAttr(storage.bytesOf(root)), IntegerAttr(),
                           border ? declarations.getI64IntegerAttr(root.index) : IntegerAttr(), StringAttr());
  location = saved;
  return known;
}

static Type tileElement(Value value, OpBuilder &b) {
  return cast<ShapedType>(value.getType()).getElementType().isF32() ? Type(b.getF32Type()) : Type(b.getI8Type());
}

/// The machine's bytes are i8: a u8 at the border is the same byte, read 128 lower by the table that converts it.
static int64_t tileZeroPoint(Value value) {
  auto type = dyn_cast<quant::UniformQuantizedType>(cast<ShapedType>(value.getType()).getElementType());
  return zeroPointOf(value) - (type && !type.isSigned() ? 128 : 0);
}

npu::TileAttr Program::stagedTile(Value value, const Region &r) {
  int64_t pitch = roundUp(r.columns * r.channels * elementBytesOf(value), machine.sramAlign);
  return npu::TileAttr::get(program.getContext(), 0, pitch, r.channels, 0, 0, r.rows, r.columns, r.channels,
                       tileElement(value, commands), tileZeroPoint(value));
}

npu::TileAttr Program::residentTile(Value value, const Region &r) {
  const View &view = storage.viewOf(value);
  int64_t pitch = storage.rowPitch(view);
  return npu::TileAttr::get(program.getContext(), (view.row + r.row) * pitch, pitch, view.structure.channels,
                       view.column + r.column, view.channel + r.channel, r.rows, r.columns, r.channels,
                       tileElement(value, commands), tileZeroPoint(value));
}

npu::TileAttr partOf(npu::TileAttr tile, const Region &outer, const Region &inner) {
  return npu::TileAttr::get(tile.getContext(), tile.getOffset() + (inner.row - outer.row) * tile.getRowPitch(),
                       tile.getRowPitch(), tile.getPixelPitch(), tile.getColumn() + inner.column - outer.column,
                       tile.getChannel() + inner.channel - outer.channel, inner.rows, inner.columns, inner.channels,
                       tile.getElement(), tile.getZeroPoint());
}

void Program::transfer(Value value, const Region &r, Value staging, bool load) {
  Strides s = storage.stridesOf(value);
  int64_t element = elementBytesOf(value);
  int64_t pitch = roundUp(r.columns * r.channels * element, machine.sramAlign);
  End dram{bufferOf(value), s.offset + r.row * s.row + r.column * s.column + r.channel * s.channel,
           {s.row, s.column, s.channel}};
  End sram{staging, 0, {pitch, r.channels * element, element}};
  bool permuted = storage.viewOf(value).strides.has_value();
  StringRef cause = permuted ? "transpose" : load ? "load" : "store";
  copy(load ? dram : sram, load ? sram : dram, {r.rows, r.columns, r.channels}, element, 0, cause);
}

SramTile Program::read(Value value, const Region &region, Turns &staging, bool load) {
  if (storage.inSram(value))
    return {bufferOf(value), residentTile(value, region)};
  Value target = load ? staging.next() : staging.current();
  if (load)
    transfer(value, region, target, true);
  return {target, stagedTile(value, region)};
}

SramTile Program::write(Value value, const Region &region, Turns &staging, bool fresh) {
  if (storage.inSram(value))
    return {bufferOf(value), residentTile(value, region)};
  return {fresh ? staging.next() : staging.current(), stagedTile(value, region)};
}

void Program::finish(Value value, const Region &region, const SramTile &tile) {
  if (!storage.inSram(value))
    transfer(value, region, tile.buffer, false);
}

void Program::copyBytes(Value source, int64_t sourceOffset, Value target, int64_t targetOffset, int64_t bytes,
                        StringRef cause) {
  copy({source, sourceOffset, {1}}, {target, targetOffset, {1}}, {bytes}, 1, 0, cause);
}

namespace {

/// An axis of a copy: extent, and the byte stride at both ends.
struct CopyAxis {
  int64_t extent, source, target;
};

/// Drops axes of extent 1 and merges neighbours that continue each other at both ends.
SmallVector<CopyAxis> simplify(ArrayRef<int64_t> shape, ArrayRef<int64_t> source, ArrayRef<int64_t> target) {
  SmallVector<CopyAxis> axes;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1)
      continue;
    CopyAxis next{shape[i], source.empty() ? 0 : source[i], target[i]};
    bool follows = !axes.empty() && axes.back().target == next.target * next.extent &&
                   (source.empty() || axes.back().source == next.source * next.extent);
    if (follows)
      next.extent *= axes.pop_back_val().extent;
    axes.push_back(next);
  }
  return axes;
}

} // namespace

void Program::copy(const End &source, const End &target, ArrayRef<int64_t> shape, int64_t elementBytes, int64_t value,
                   StringRef cause) {
  SmallVector<CopyAxis> axes = simplify(shape, source.strides, target.strides);
  int64_t sourceOffset = source.offset, targetOffset = target.offset;
  // More than four axes: one command for each position of the outermost.
  if (axes.size() > 4) {
    SmallVector<int64_t> inner, from, to;
    for (const CopyAxis &axis : ArrayRef(axes).drop_front()) {
      inner.push_back(axis.extent);
      from.push_back(axis.source);
      to.push_back(axis.target);
    }
    if (!source.buffer)
      from.clear();
    for (int64_t i = 0; i < axes.front().extent; ++i)
      copy({source.buffer, sourceOffset + i * axes.front().source, from},
           {target.buffer, targetOffset + i * axes.front().target, to}, inner, elementBytes, value, cause);
    return;
  }
  while (axes.size() < 4)
    axes.insert(axes.begin(), CopyAxis{1, 0, 0});
  SmallVector<int64_t> extent, from, to;
  for (const CopyAxis &axis : axes) {
    extent.push_back(axis.extent);
    from.push_back(axis.source);
    to.push_back(axis.target);
  }
  MLIRContext *context = program.getContext();
  npu::BlockAttr sourceBlock = source.buffer ? npu::BlockAttr::get(context, sourceOffset, from) : npu::BlockAttr();
  OpBuilder &b = commands;
  command<npu::DmaOp>(source.buffer, target.buffer, sourceBlock, npu::BlockAttr::get(context, targetOffset, to),
                 b.getDenseI64ArrayAttr(extent), b.getI64IntegerAttr(elementBytes), b.getI64IntegerAttr(value),
                 b.getStringAttr(cause), b.getI32IntegerAttr(0), b.getDenseI32ArrayAttr({}));
}

void lowerReturn(func::ReturnOp op, Program &program) {
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (!program.storage.returnsByCopy(operand))
      continue;
    program.beginOperator(op);
    ArrayRef<int64_t> shape = cast<ShapedType>(value.getType()).getShape();
    int64_t element = elementBytesOf(value), bytes = element;
    SmallVector<int64_t> dense(shape.size(), element);
    for (size_t i = shape.size(); i-- > 0;) {
      dense[i] = bytes;
      bytes *= shape[i];
    }
    Value output = program.outputBuffer(operand.getOperandNumber(), bytes);
    program.copy({program.bufferOf(value), program.storage.stridesOf(value).offset, program.storage.axisStrides(value)},
                 {output, 0, dense}, shape, element, 0, "copy to a second output");
  }
}

Value Program::outputBuffer(int64_t index, int64_t bytes) {
  return npu::BufferOp::create(declarations, location, npu::BufferType::get(program.getContext(), npu::Space::Output),
                          declarations.getI64IntegerAttr(bytes), IntegerAttr(), declarations.getI64IntegerAttr(index),
                          StringAttr());
}

} // namespace npu::lower
