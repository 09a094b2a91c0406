// Report files: whole or not at all.
#include "compiler/report/Report.h"
#include "compiler/driver/WholeFile.h"

#include <filesystem>

namespace npu {

static std::string cell(const Json &value) {
  std::string text;
  if (value.is_string())
    text = value.get<std::string>();
  else if (value.is_array())
    for (const Json &part : value)
      text += (text.empty() ? "" : ";") + cell(part);
  else if (!value.is_null())
    text = value.dump();
  if (text.find_first_of(",\"\n") == std::string::npos)
    return text;
  std::string quoted = "\"";
  for (char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csvTable(const Json &rows, const std::vector<std::string> &columns) {
  std::string text;
  for (size_t i = 0; i < columns.size(); ++i)
    text += (i ? "," : "") + columns[i];
  text += "\n";
  for (const Json &row : rows) {
    for (size_t i = 0; i < columns.size(); ++i)
      text += (i ? "," : "") + (row.contains(columns[i]) ? cell(row[columns[i]]) : "");
    text += "\n";
  }
  return text;
}

static std::string summaryTable(const Json &totals) {
  std::string text = "field,value\n";
  for (auto &[key, value] : totals.items())
    text += key + "," + cell(value) + "\n";
  return text;
}

bool writeReport(const std::string &folder, const Json &report, std::string &error) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) {
    error = "cannot make the report folder '" + folder + "': " + code.message();
    return false;
  }
  const std::pair<const char *, std::string> files[] = {
      {"report.json", report.dump(2) + "\n"},
      {"summary.csv", summaryTable(report["totals"])},
      {"assignment.csv", csvTable(report["assignment"], {"node", "op", "device", "reason", "layer", "macs"})},
      {"layers.csv", csvTable(report["layers"], {"name", "op", "device", "shape", "format", "tiles", "commands", "macs", "dram_bytes"})},
      {"memory.csv", csvTable(report["memory"], {"buffer", "space", "offset", "bytes", "first", "last", "nodes"})},
  };
  for (auto &[name, text] : files)
    if (!writeWholeFile(folder + "/" + name, text, error))
      return false;
  return true;
}

} // namespace npu
