// nn.resize as RESIZE: a tile knows where it lies in the whole maps, so its positions are those of the whole.
#include "dialects/nn/Scheme.h"
#include "passes/npu/lower/Parameters.h"
#include "passes/npu/lower/VectorCommand.h"
#include "runtime/kernels/resize.h"

using namespace mlir;
using namespace npu::tiling;

namespace npu::lower {
namespace {

class Resize final : public VectorCommand {
public:
  Resize(Program &program, const MapProblem &problem, npu::ResizeKind kind, npu_rescale by, ActRange act)
      : program(program), p(problem), kind(kind), by(by), act(act) {}

  void emit(const MapStep &step, ArrayRef<SramTile> in, const SramTile &out) override {
    OpBuilder &b = program.commands;
    Type si32 = b.getIntegerType(32, true);
    program.command<npu::ResizeOp>(in[0].buffer, out.buffer, in[0].tile, out.tile, placed(p.rows, step.rows),
                                   placed(p.columns, step.columns), npu::ResizeKindAttr::get(b.getContext(), kind),
                                   b.getIntegerAttr(si32, by.mult), b.getI64IntegerAttr(by.shift),
                                   b.getIntegerAttr(si32, act.least), b.getIntegerAttr(si32, act.most),
                                   b.getI32IntegerAttr(5), b.getDenseI32ArrayAttr({}));
  }

private:
  npu::ResizeAxisAttr placed(const Axis &axis, const Span &span) {
    return npu::ResizeAxisAttr::get(program.commands.getContext(), axis.in, axis.out, span.in, span.out, axis.stride,
                                    -axis.padBefore, axis.denominator);
  }

  Program &program;
  const MapProblem &p;
  npu::ResizeKind kind;
  npu_rescale by;
  ActRange act;
};

npu_resize_axis kernelAxis(const Axis &axis) {
  return {axis.in, axis.out, axis.stride, -axis.padBefore, axis.denominator};
}

} // namespace

std::unique_ptr<VectorCommand> createResize(nn::ResizeOp op, const MapProblem &problem, Program &program) {
  if (op.getKind() == nn::ResizeKind::Nearest)
    return std::make_unique<Resize>(program, problem, npu::ResizeKind::Nearest, npu_rescale{0, 0}, ActRange{0, 0});
  npu_rescale by;
  double ratio = scaleOf(op.getInput()) / scaleOf(op.getOutput());
  npu_resize resize = {problem.images, problem.channels, kernelAxis(problem.rows), kernelAxis(problem.columns)};
  FailureOr<nn::Scheme> scheme = nn::schemeOf(op);
  if (failed(scheme))
    return nullptr;
  if (!npu_resize_choose(ratio, scheme->multBits, &resize, &by, nullptr))
    return (void)refuseRatio(op, ratio), nullptr;
  return std::make_unique<Resize>(program, problem, npu::ResizeKind::Linear, by, actRange(op.getOutput(), {}, {}));
}

} // namespace npu::lower
