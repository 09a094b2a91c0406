#include "targets/rnpu/Emit.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "targets/BlobWriter.h"
#include "targets/rnpu/Config.h"
#include "targets/rnpu/Words.h"

#include <map>

using namespace mlir;
namespace npu {
namespace {

using namespace ::npu::npu;

void collectNames(Location location, llvm::SmallVectorImpl<StringRef> &names) {
  if (auto name = dyn_cast<NameLoc>(location)) {
    if (!llvm::is_contained(names, name.getName().getValue()))
      names.push_back(name.getName());
  } else if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      collectNames(part, names);
  } else if (auto call = dyn_cast<CallSiteLoc>(location)) {
    collectNames(call.getCallee(), names);
  }
}

/// The border's type in the blob; 0 when the blob has none.
int blobType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool u = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1: return NPU_TYPE_BOOL;
    case 8: return u ? NPU_TYPE_U8 : NPU_TYPE_I8;
    case 16: return u ? NPU_TYPE_U16 : NPU_TYPE_I16;
    case 32: return u ? NPU_TYPE_U32 : NPU_TYPE_I32;
    case 64: return u ? NPU_TYPE_U64 : NPU_TYPE_I64;
    default: return 0;
    }
  }
  return type.isF32() ? NPU_TYPE_F32 : type.isF16() ? NPU_TYPE_F16 : type.isF64() ? NPU_TYPE_F64 : 0;
}

int blobLayout(StringRef layout) {
  return llvm::StringSwitch<int>(layout)
      .Case("plain", NPU_LAYOUT_PLAIN)
      .Case("nchw", NPU_LAYOUT_NCHW)
      .Case("nhwc", NPU_LAYOUT_NHWC)
      .Default(-1);
}

class Emitter {
public:
  LogicalResult run(ModuleOp module, const rnpu_config &config, uint32_t isa, StringRef toolVersion, StringRef metadata) {
    auto name = module->getAttrOfType<DictionaryAttr>("npu.target").getAs<StringAttr>("name");
    if (!name || name.size() >= NPU_BLOB_TARGET_BYTES)
      return module.emitError("'npu.target': key 'name' wants a string of at most 31 bytes");
    blob.setTarget(isa, RNPU_ISA_MAJOR, RNPU_ISA_MINOR, name.str(), &config, sizeof config);
    blob.setToolVersion(toolVersion.str());
    blob.setMetadata(metadata.str());
    bool good = true;
    for (auto program : module.getOps<ProgramOp>())
      good &= succeeded(emit(program));
    return success(good);
  }

  std::vector<uint8_t> finish() const { return blob.finish(); }

private:
  LogicalResult emit(ProgramOp program) {
    npu_blob_program entry = {};
    entry.name = blob.addString(program.getSymName().str());
    entry.input_count = uint32_t(program.getInputs().size());
    entry.output_count = uint32_t(program.getOutputs().size());
    if (entry.input_count > NPU_MAX_INPUTS || entry.output_count > NPU_MAX_OUTPUTS)
      return program.emitOpError() << "has " << entry.input_count << " inputs and " << entry.output_count
                                   << " outputs, the blob takes 128 of each";
    bool good = succeeded(emitBorder(program, program.getInputs(), NPU_REGION_INPUT_0, entry.first_tensor));
    uint32_t firstOutput = 0;
    good &= succeeded(emitBorder(program, program.getOutputs(), NPU_REGION_OUTPUT_0, firstOutput));
    if (entry.input_count == 0)
      entry.first_tensor = firstOutput;
    for (auto constant : program.getBody().getOps<ConstantOp>())
      good &= succeeded(emit(constant));
    for (auto buffer : program.getBody().getOps<BufferOp>())
      measure(buffer, entry);
    for (auto segment : program.getBody().getOps<SegmentOp>())
      good &= succeeded(emit(segment, program.getSymName(), entry));
    blob.addProgram(entry);
    return success(good);
  }

  LogicalResult emitBorder(ProgramOp program, ArrayAttr borders, uint32_t region, uint32_t &first) {
    for (auto [i, attr] : llvm::enumerate(borders)) {
      auto border = dyn_cast<BorderAttr>(attr);
      int type = border ? blobType(border.getElement()) : 0;
      int layout = border ? blobLayout(border.getLayout()) : -1;
      if (type == 0 || layout < 0 || border.getDims().size() > NPU_BLOB_MAX_RANK)
        return program.emitOpError() << "border " << attr << " has no form in the blob";
      std::vector<uint64_t> dims(border.getDims().begin(), border.getDims().end());
      uint32_t bytes = (border.getElement().getIntOrFloatBitWidth() + 7) / 8;
      npu_blob_tensor tensor = contiguousTensor(blob.addString(border.getName().str()), npu_type(type), bytes, dims,
                                                region + uint32_t(i));
      tensor.layout = uint8_t(layout);
      tensor.scale = float(border.getScale().getValueAsDouble());
      tensor.zero_point = int32_t(border.getZeroPoint());
      uint32_t index = blob.addTensor(tensor);
      first = i == 0 ? index : first;
    }
    return success();
  }

  LogicalResult emit(ConstantOp constant) {
    auto value = dyn_cast<DenseElementsAttr>(constant.getValue());
    std::vector<char> bytes;
    if (value && value.isSplat())
      bytes.assign(size_t(value.getNumElements()), value.getRawData()[0]);
    else if (value)
      bytes.assign(value.getRawData().begin(), value.getRawData().end());
    else if (auto resource = dyn_cast<DenseResourceElementsAttr>(constant.getValue()))
      if (const AsmResourceBlob *data = resource.getRawHandle().getBlob())
        bytes.assign(data->getData().begin(), data->getData().end());
    if (bytes.empty())
      return constant.emitOpError("holds no bytes");
    uint64_t offset = blob.addConstants(bytes.data(), bytes.size());
    if (!constant.getOffset() || *constant.getOffset() != offset)
      return constant.emitOpError() << "lies at byte " << offset << " of the constants, its offset says otherwise";
    return success();
  }

  void measure(BufferOp buffer, npu_blob_program &entry) {
    uint64_t end = buffer.getOffset().value_or(0) + buffer.getBytes();
    Space space = buffer.getBuffer().getType().getSpace();
    if (space == Space::Arena)
      entry.arena_bytes = std::max(entry.arena_bytes, end);
    if (space == Space::Persistent)
      entry.persistent_bytes = std::max(entry.persistent_bytes, end);
  }

  LogicalResult emit(SegmentOp segment, StringRef program, npu_blob_program &entry) {
    Words words;
    bool good = true;
    for (Operation &command : segment.getBody().front())
      good &= succeeded(words.append(&command, nodeOf(&command)));
    words.stop();
    std::string name = (program + "/segment_" + Twine(entry.step_count)).str();
    uint32_t step = blob.addSegment(name, words.bytes().data(), words.bytes().size(), words.count());
    if (entry.step_count++ == 0)
      entry.first_step = step;
    return success(good);
  }

  /// Index in the debug table; commands of equal names share an entry.
  uint32_t nodeOf(Operation *command) {
    llvm::SmallVector<StringRef> names;
    collectNames(command->getLoc(), names);
    std::string nodes = llvm::join(names, ";"), op = command->getName().getStringRef().str();
    if (auto dma = dyn_cast<DmaOp>(command))
      op += " " + dma.getCause().str();
    auto [at, isNew] = nodesSeen.try_emplace({nodes, op}, 0);
    if (isNew)
      at->second = blob.addDebug(nodes, op);
    return at->second;
  }

  BlobWriter blob;
  std::map<std::pair<std::string, std::string>, uint32_t> nodesSeen;
};

} // namespace

FailureOr<std::vector<uint8_t>> emitBlob(ModuleOp module, StringRef toolVersion, StringRef metadata,
                                        uint32_t isa) {
  FailureOr<rnpu_config> config = rnpuConfig(module);
  if (failed(config))
    return failure();
  Emitter emitter;
  if (failed(emitter.run(module, *config, isa, toolVersion, metadata)))
    return failure();
  return emitter.finish();
}

} // namespace npu
