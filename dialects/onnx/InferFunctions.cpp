// Result types of elementwise functions: their operand's.
#include "dialects/onnx/InferSupport.h"
#include "dialects/onnx/Onnx.h"

using namespace mlir;

namespace npu::onnx {

FailureOr<RankedTensorType> ReluOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> NegOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> AbsOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> FloorOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> CeilOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> SqrtOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> ReciprocalOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> LogOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> SignOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> RoundOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> SoftsignOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> SeluOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> CeluOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> ThresholdedReluOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> PReluOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> ExpOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> ErfOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> SigmoidOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> TanhOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> SoftplusOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> MishOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> HardSwishOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> LeakyReluOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> EluOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> HardSigmoidOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> GeluOp::inferType() { return typeOf(getX()); }

} // namespace npu::onnx
