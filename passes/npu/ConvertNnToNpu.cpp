// convert-nn-to-npu: carries out the plan as engine commands in a correct order. Decides nothing.
#include "passes/npu/Passes.h"
#include "passes/npu/lower/Problems.h"
#include "passes/npu/lower/Program.h"

using namespace mlir;
using namespace npu::lower;

namespace npu::npu {
#define GEN_PASS_DEF_CONVERTNNTONPU
#include "passes/npu/Passes.h.inc"

namespace {

/// Puts every value where the plan says.
LogicalResult obeyStorage(Storage &storage) {
  for (Root &root : storage.roots) {
    Operation *owner = root.owner.getDefiningOp();
    if (!owner || !root.movable())
      continue;
    auto where = owner->getAttrOfType<StringAttr>(kStorageAttr);
    if (!where)
      return owner->emitError("has no '") << kStorageAttr << "'; run nn-plan-tiles first";
    if (where == "sram" && root.space == Space::Arena)
      return owner->emitError("is planned into SRAM, but ") << root.forced;
    root.space = where == "sram" ? Space::Sram : Space::Arena;
  }
  return success();
}

LogicalResult lowerOperator(Operation *op, Program &program) {
  Form form = formOf(op, program.storage);
  if (form == Form::View)
    return success();
  program.beginOperator(op);
  switch (form) {
  case Form::Product:
    return lowerProduct(op, program);
  case Form::Matmul:
    return lowerMatmul(cast<nn::MatmulOp>(op), program);
  case Form::Vector:
    return lowerVector(op, program);
  case Form::Move:
    return lowerMove(op, program);
  default:
    return op->emitError("has no command on this machine; it must run on the CPU");
  }
}

LogicalResult convert(func::FuncOp function, const Machine &machine) {
  Storage storage(function, machine.sramAlign);
  if (failed(obeyStorage(storage)))
    return failure();
  Program program(function, machine, storage);
  LogicalResult result = success();
  for (Operation *op : storage.operators)
    if (failed(lowerOperator(op, program)))
      result = failure();
  if (failed(result))
    return failure();
  lowerReturn(cast<func::ReturnOp>(function.front().getTerminator()), program);
  function.erase();
  return success();
}

class ConvertNnToNpu : public impl::ConvertNnToNpuBase<ConvertNnToNpu> {
  void runOnOperation() override {
    auto machine = Machine::of(getOperation());
    if (failed(machine))
      return signalPassFailure();
    for (auto function : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (failed(convert(function, *machine)))
        signalPassFailure();
  }
};

} // namespace
} // namespace npu::npu
