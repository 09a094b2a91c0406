#include "compiler/import/ExternalData.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace npu {
namespace {

/// Where the bytes are.
struct Place {
  std::string file;
  uint64_t offset = 0;
  std::optional<uint64_t> length;
};

FailureOr<Place> placeOf(const proto::TensorProto &tensor, Location loc) {
  Place place;
  for (const auto &entry : tensor.external_data()) {
    uint64_t number = 0;
    bool isNumber = !StringRef(entry.value()).getAsInteger(10, number);
    if (entry.key() == "location") {
      place.file = entry.value();
    } else if (entry.key() == "offset" || entry.key() == "length") {
      if (!isNumber)
        return emitError(loc) << "tensor '" << tensor.name() << "': external data has "
                              << entry.key() << " '" << entry.value() << "', want a number";
      if (entry.key() == "offset")
        place.offset = number;
      else
        place.length = number;
    }
  }
  return place;
}

/// Whether `file` is in `folder` or below it, after following links and "..".
bool isBelow(StringRef file, StringRef folder) {
  SmallString<256> realFile, realFolder;
  if (llvm::sys::fs::real_path(folder.empty() ? "." : folder, realFolder) ||
      llvm::sys::fs::real_path(file, realFile))
    return false;
  auto part = llvm::sys::path::begin(realFile), end = llvm::sys::path::end(realFile);
  for (auto want = llvm::sys::path::begin(realFolder), last = llvm::sys::path::end(realFolder);
       want != last; ++want, ++part)
    if (part == end || *part != *want)
      return false;
  return true;
}

} // namespace

FailureOr<std::unique_ptr<llvm::MemoryBuffer>>
mapExternalData(const proto::TensorProto &tensor, StringRef folder, Location loc) {
  FailureOr<Place> place = placeOf(tensor, loc);
  if (failed(place))
    return failure();
  auto complain = [&] {
    return emitError(loc) << "tensor '" << tensor.name() << "': external data '" << place->file
                          << "' ";
  };
  SmallString<256> path(folder);
  llvm::sys::path::append(path, place->file);
  if (place->file.empty() || !llvm::sys::fs::exists(path))
    return complain() << "does not exist; put it into the model's folder";
  if (llvm::sys::path::is_absolute(place->file) || !isBelow(path, folder))
    return complain() << "is outside the model's folder";
  uint64_t size = 0;
  if (llvm::sys::fs::file_size(path, size) || place->offset > size ||
      place->length.value_or(0) > size - place->offset)
    return complain() << "has " << size << " bytes, want " << place->length.value_or(0)
                      << " from offset " << place->offset;
  uint64_t length = place->length.value_or(size - place->offset);
  auto slice = llvm::MemoryBuffer::getFileSlice(path, length, place->offset);
  if (!slice)
    return complain() << "cannot be read: " << slice.getError().message();
  if (reinterpret_cast<uintptr_t>((*slice)->getBufferStart()) % alignof(uint64_t) == 0)
    return std::move(*slice);
  return llvm::MemoryBuffer::getMemBufferCopy((*slice)->getBuffer());
}

} // namespace npu
