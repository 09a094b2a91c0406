// The text of nn.function's expression, and the program that the kernels run.
#ifndef DIALECTS_NN_FUNCTION_H
#define DIALECTS_NN_FUNCTION_H

#include "runtime/kernels/function.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace npu::nn {

using FunctionSteps = llvm::SmallVector<npu_function_step, 8>;

/// The program of an expression in postfix notation: "x x sigmoid mul". Empty if it is none; then `reason` says why.
FunctionSteps parseFunction(llvm::StringRef text, std::string &reason);

/// A number of an expression, written so that it reads back as the same f32.
std::string printNumber(float value);

/// The expression of a program.
std::string printFunction(llvm::ArrayRef<npu_function_step> steps);

/// outer(inner(x)); empty when that is longer or deeper than a program may be.
FunctionSteps composed(llvm::ArrayRef<npu_function_step> inner, llvm::ArrayRef<npu_function_step> outer);

class FunctionOp;
/// The program of an operator; it is valid because the verifier has seen it.
FunctionSteps stepsOf(FunctionOp op);

/// N7: for each byte of the input's format (index q + 128) the byte of the result's. Both i8, per tensor.
void fillTable(FunctionOp op, int8_t table[256]);

} // namespace npu::nn

#endif
