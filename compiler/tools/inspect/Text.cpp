#include "compiler/tools/inspect/Text.h"

#include <algorithm>
#include <vector>

namespace npu::inspect {

using Json = nlohmann::ordered_json;

static std::string cellText(const Json &value);

static std::string joined(const Json &list) {
  // Numbers are extents; waits and names are a list.
  const char *separator = !list.empty() && list[0].is_number() ? "x" : " ";
  std::string text;
  for (const Json &item : list)
    text += (text.empty() ? "" : separator) + cellText(item);
  return text.empty() ? "-" : text;
}

static std::string cellText(const Json &value) {
  if (value.is_array())
    return joined(value);
  if (value.is_object()) // a wait
    return value["queue"].get<std::string>() + ">=" + value["count"].dump();
  if (!value.is_string())
    return value.dump();
  std::string text = value.get<std::string>();
  // Names come from a file: no control bytes on a terminal.
  std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
  return text.empty() ? "-" : text;
}

static std::string line(const std::vector<std::string> &cells, const std::vector<size_t> &widths) {
  std::string text;
  for (size_t i = 0; i < cells.size(); ++i) {
    text += cells[i];
    if (i + 1 < cells.size())
      text.append(widths[i] - cells[i].size() + 2, ' ');
  }
  return text + "\n";
}

std::string tableText(const Json &rows) {
  if (rows.empty())
    return "";
  std::vector<std::vector<std::string>> cells(1);
  for (const auto &column : rows[0].items())
    cells[0].push_back(column.key());
  for (const Json &row : rows) {
    cells.emplace_back();
    for (const auto &column : row.items())
      cells.back().push_back(cellText(column.value()));
  }
  std::vector<size_t> widths(cells[0].size(), 0);
  for (const auto &row : cells)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const auto &row : cells)
    text += line(row, widths);
  return text;
}

std::string objectText(const Json &object) {
  std::string text;
  for (const auto &entry : object.items())
    text += entry.key() + ": " + cellText(entry.value()) + "\n";
  return text;
}

} // namespace npu::inspect
