// The part of nn-fold-scales for products of computed tensors.
#ifndef PASSES_NN_FOLDSCALES_H
#define PASSES_NN_FOLDSCALES_H

#include "passes/nn/FusionLog.h"

namespace npu::nn {

/// A positive number that multiplies an operand or the result of nn.matmul, and nothing else, joins its alpha.
void foldScalesIntoMatmuls(mlir::func::FuncOp function, FusionLog &log);

} // namespace npu::nn

#endif
