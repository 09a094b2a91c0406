// UNARY, BINARY and SOFTMAX: commands without a window.
#include "dialects/nn/Function.h"
#include "dialects/nn/Scheme.h"
#include "passes/npu/lower/Parameters.h"
#include "passes/npu/lower/VectorCommand.h"
#include "runtime/kernels/binary.h"
#include "runtime/kernels/softmax.h"

using namespace mlir;

namespace npu::lower {
namespace {

class Unary final : public VectorCommand {
public:
  Unary(Program &program, npu::UnaryKind kind, float scale, npu_rescale by, ActRange act)
      : program(program), kind(kind), scale(scale), by(by), act(act) {}

  void emit(const tiling::MapStep &, ArrayRef<SramTile> in, const SramTile &out) override {
    OpBuilder &b = program.commands;
    Type si32 = b.getIntegerType(32, true);
    program.command<npu::UnaryOp>(in[0].buffer, Value(), out.buffer, in[0].tile, out.tile,
                             npu::UnaryKindAttr::get(b.getContext(), kind), b.getF32FloatAttr(scale),
                             b.getIntegerAttr(si32, by.mult), b.getI64IntegerAttr(by.shift), b.getI64IntegerAttr(0),
                             b.getIntegerAttr(si32, act.least), b.getIntegerAttr(si32, act.most),
                             b.getI32IntegerAttr(5), b.getDenseI32ArrayAttr({}));
  }

private:
  Program &program;
  npu::UnaryKind kind;
  float scale;
  npu_rescale by;
  ActRange act;
};

/// A table of 256 bytes, indexed by the input byte.
class Lookup final : public VectorCommand {
public:
  Lookup(Program &program, Value table) : program(program), table(table) {}

  void emit(const tiling::MapStep &, ArrayRef<SramTile> in, const SramTile &out) override {
    OpBuilder &b = program.commands;
    Type si32 = b.getIntegerType(32, true);
    program.command<npu::UnaryOp>(in[0].buffer, table, out.buffer, in[0].tile, out.tile,
                             npu::UnaryKindAttr::get(b.getContext(), npu::UnaryKind::Lut8), b.getF32FloatAttr(1.0f),
                             b.getIntegerAttr(si32, 0), b.getI64IntegerAttr(2), b.getI64IntegerAttr(0),
                             b.getIntegerAttr(si32, -128), b.getIntegerAttr(si32, 127), b.getI32IntegerAttr(5),
                             b.getDenseI32ArrayAttr({}));
  }

private:
  Program &program;
  Value table;
};

class Binary final : public VectorCommand {
public:
  Binary(nn::BinaryOp op, Program &program, int32_t multA, int32_t multB, uint32_t shift)
      : program(program), kind(static_cast<npu::BinaryKind>(op.getKind())), multA(multA), multB(multB), shift(shift),
        act(nn::isComparison(op.getKind()) ? actRange(op.getOutput(), APFloat(0.0f), APFloat(1.0f))
                                           : actRange(op.getOutput(), op.getClampMin(), op.getClampMax())) {}

  void emit(const tiling::MapStep &, ArrayRef<SramTile> in, const SramTile &out) override {
    OpBuilder &b = program.commands;
    Type si32 = b.getIntegerType(32, true);
    program.command<npu::BinaryOp>(in[0].buffer, in[1].buffer, out.buffer, in[0].tile, in[1].tile, out.tile,
                              npu::BinaryKindAttr::get(b.getContext(), kind), b.getIntegerAttr(si32, multA),
                              b.getIntegerAttr(si32, multB), b.getI64IntegerAttr(shift),
                              b.getIntegerAttr(si32, act.least), b.getIntegerAttr(si32, act.most),
                              b.getI32IntegerAttr(5), b.getDenseI32ArrayAttr({}));
  }

private:
  Program &program;
  npu::BinaryKind kind;
  int32_t multA, multB;
  uint32_t shift;
  ActRange act;
};

class Softmax final : public VectorCommand {
public:
  Softmax(Program &program, Value table, uint32_t mult, uint32_t shift)
      : program(program), table(table), mult(mult), shift(shift) {}

  void emit(const tiling::MapStep &, ArrayRef<SramTile> in, const SramTile &out) override {
    OpBuilder &b = program.commands;
    program.command<npu::SoftmaxOp>(in[0].buffer, table, out.buffer, in[0].tile, out.tile, b.getI64IntegerAttr(0),
                               b.getI64IntegerAttr(mult), b.getI64IntegerAttr(shift), b.getI32IntegerAttr(5),
                               b.getDenseI32ArrayAttr({}));
  }

private:
  Program &program;
  Value table;
  uint32_t mult, shift;
};

} // namespace

static bool isUnsigned(Value value) {
  auto type = dyn_cast<quant::UniformQuantizedType>(cast<ShapedType>(value.getType()).getElementType());
  return type && !type.isSigned();
}

/// Requantisation from or to the u8 of a border: for each byte, what N4 makes of it.
static std::unique_ptr<VectorCommand> createByteTable(Operation *op, npu_rescale by, npu_rounding rounding, ActRange act,
                                                      Program &program) {
  Value in = op->getOperand(0), out = op->getResult(0);
  SmallVector<char> bytes;
  for (int32_t index = -128; index < 128; ++index) {
    int32_t x = isUnsigned(in) ? index & 0xFF : index;
    bytes.push_back(static_cast<char>(npu_rescale_apply(x - static_cast<int32_t>(zeroPointOf(in)), by, rounding,
                                                        static_cast<int32_t>(zeroPointOf(out)), act.least, act.most)));
  }
  return std::make_unique<Lookup>(program, program.table(bytes));
}

std::unique_ptr<VectorCommand> createUnary(Operation *op, Program &program) {
  Value in = op->getOperand(0), out = op->getResult(0);
  npu_rescale none{0, 2};
  if (isa<nn::DequantizeOp>(op))
    return std::make_unique<Unary>(program, npu::UnaryKind::Dequantize, scaleOf(in), none, ActRange{0, 0});
  if (isa<nn::QuantizeOp>(op))
    return std::make_unique<Unary>(program, npu::UnaryKind::Quantize, scaleOf(out), none, actRange(out, {}, {}));
  FailureOr<nn::Scheme> scheme = nn::schemeOf(op);
  if (failed(scheme))
    return nullptr;
  double ratio = scaleOf(in) / scaleOf(out);
  npu_rescale by;
  if (!npu_rescale_choose(ratio, scheme->multBits, &by, nullptr))
    return (void)refuseRatio(op, ratio), nullptr;
  auto clamp = dyn_cast<nn::ClampOp>(op);
  ActRange act = clamp ? actRange(out, clamp.getClampMin(), clamp.getClampMax()) : actRange(out, {}, {});
  if (isUnsigned(in) || isUnsigned(out))
    return createByteTable(op, by, scheme->rounding, act, program);
  return std::make_unique<Unary>(program, npu::UnaryKind::Requantize, 1.0f, by, act);
}

static_assert(static_cast<int>(nn::BinaryKind::Max) == NPU_MAX && static_cast<int>(npu::BinaryKind::Max) == NPU_MAX &&
                  static_cast<int>(nn::BinaryKind::Mul) == NPU_MUL && static_cast<int>(npu::BinaryKind::Mul) == NPU_MUL,
              "both dialects number binary operators as the kernels do");

std::unique_ptr<VectorCommand> createBinary(nn::BinaryOp op, Program &program) {
  int32_t multA = 0, multB = 0;
  uint32_t shift = 0;
  FailureOr<nn::Scheme> scheme = nn::schemeOf(op);
  if (failed(scheme))
    return nullptr;
  double a = scaleOf(op.getLhs()), b = scaleOf(op.getRhs()), out = scaleOf(op.getOutput());
  if (!npu_binary_mults(static_cast<npu_binary_kind>(op.getKind()), a, b, out, scheme->multBits, &multA, &multB, &shift,
                        nullptr))
    return (void)refuseRatio(op, a / out), nullptr;
  return std::make_unique<Binary>(op, program, multA, multB, shift);
}

std::unique_ptr<VectorCommand> createFunction(nn::FunctionOp op, Program &program) {
  int8_t table[256];
  nn::fillTable(op, table);
  return std::make_unique<Lookup>(program, program.table(SmallVector<char>(table, table + 256)));
}

std::unique_ptr<VectorCommand> createSoftmax(nn::SoftmaxOp op, Program &program) {
  uint32_t mult = 0, shift = 0;
  double out = scaleOf(op.getOutput());
  if (!npu_softmax_scale(out, &mult, &shift)) {
    op.emitError("has the output scale ") << out << ", wants 2^-23 to 2^17";
    return nullptr;
  }
  uint32_t entries[256];
  npu_softmax_table(scaleOf(op.getInput()), entries);
  SmallVector<char> bytes;
  for (uint32_t entry : entries)
    for (int i = 0; i < 4; ++i)
      bytes.push_back(static_cast<char>(entry >> (8 * i)));
  return std::make_unique<Softmax>(program, program.table(bytes), mult, shift);
}

std::unique_ptr<VectorCommand> VectorCommand::create(Operation *op, const tiling::MapProblem &problem, Program &program) {
  if (auto binary = dyn_cast<nn::BinaryOp>(op))
    return createBinary(binary, program);
  if (auto function = dyn_cast<nn::FunctionOp>(op))
    return createFunction(function, program);
  if (auto softmax = dyn_cast<nn::SoftmaxOp>(op))
    return createSoftmax(softmax, program);
  if (isa<nn::PoolOp, nn::ReduceOp>(op))
    return createPool(op, problem, program);
  if (auto resize = dyn_cast<nn::ResizeOp>(op))
    return createResize(resize, problem, program);
  return createUnary(op, program);
}

} // namespace npu::lower
