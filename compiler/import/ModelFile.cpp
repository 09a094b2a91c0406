#include "compiler/import/ModelFile.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"

#include <google/protobuf/io/coded_stream.h>

using namespace mlir;

namespace npu {

static constexpr int64_t oldestOpset = 7, newestOpset = 21;

int64_t opsetOf(const proto::ModelProto &model) {
  int64_t opset = 0;
  for (const auto &import : model.opset_import())
    if (isOnnxDomain(import.domain()))
      opset = std::max<int64_t>(opset, import.version());
  return opset;
}

static InFlightDiagnostic fileError(Location loc) {
  return emitError(loc) << "'" << cast<NameLoc>(loc).getName().getValue() << "': ";
}

static LogicalResult parse(llvm::MemoryBufferRef bytes, Location loc, proto::ModelProto &model) {
  if (bytes.getBufferSize() == 0)
    return fileError(loc) << "the file is empty, want an ONNX model";
  if (bytes.getBufferSize() > size_t(INT_MAX))
    return fileError(loc) << "the file has " << bytes.getBufferSize()
                          << " bytes, a model has at most 2^31 - 1; keep weights as external data";
  google::protobuf::io::CodedInputStream stream(
      reinterpret_cast<const uint8_t *>(bytes.getBufferStart()), int(bytes.getBufferSize()));
  stream.SetTotalBytesLimit(INT_MAX);
  if (!model.ParseFromCodedStream(&stream) || !stream.ConsumedEntireMessage())
    return fileError(loc) << "not an ONNX model, or a truncated one: its protobuf does not parse";
  return success();
}

static LogicalResult checkContents(const proto::ModelProto &model, Location loc) {
  if (!model.has_graph() || model.graph().output_size() == 0)
    return fileError(loc) << "not an ONNX model, or a truncated one: it has no graph with outputs";
  int64_t opset = opsetOf(model);
  if (opset == 0)
    return fileError(loc) << "not an ONNX model, or a truncated one: it does not say its opset";
  if (opset < oldestOpset || opset > newestOpset)
    return fileError(loc) << "opset " << opset << ", want " << oldestOpset << " to " << newestOpset
                          << "; convert it with onnx.version_converter, or export it again";
  return success();
}

LogicalResult readModel(StringRef path, Location loc, proto::ModelProto &model) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file)
    return fileError(loc) << "cannot read the ONNX model: " << file.getError().message();
  if (failed(parse((*file)->getMemBufferRef(), loc, model)))
    return failure();
  return checkContents(model, loc);
}

} // namespace npu
