// Rows of JSON objects as a table for a terminal.
#ifndef COMPILER_TOOLS_INSPECT_TEXT_H
#define COMPILER_TOOLS_INSPECT_TEXT_H

#include <nlohmann/json.hpp>
#include <string>

namespace npu::inspect {

/// Columns are the keys of the first row; the empty string when there are no rows.
std::string tableText(const nlohmann::ordered_json &rows);
/// One "key: value" line each.
std::string objectText(const nlohmann::ordered_json &object);

} // namespace npu::inspect

#endif
