// What npu-inspect shows, as JSON: the text form is printed from the same rows.
#ifndef COMPILER_TOOLS_INSPECT_VIEWS_H
#define COMPILER_TOOLS_INSPECT_VIEWS_H

#include "compiler/tools/BlobFile.h"

#include <nlohmann/json.hpp>

namespace npu::inspect {

using Json = nlohmann::ordered_json;

/// Versions, target, required features, sizes: one object.
Json summary(const BlobFile &blob);
/// Rows: kind, encoding, offset, bytes.
Json sections(const BlobFile &blob);
/// Rows: program, role, index, name, type, shape, layout, strides, bytes, alignment, scale, zero_point.
Json tensors(const BlobFile &blob);
/// Rows: program, region, bytes.
Json memory(const BlobFile &blob);
/// Rows: program, step, index, queue, opcode, operands, waits, nodes, op. Command words are not
/// trusted: a malformed one ends the segment, and error (else empty) says which.
Json schedule(const BlobFile &blob, std::string &error);

} // namespace npu::inspect

#endif
