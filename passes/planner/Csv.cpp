#include "passes/planner/Csv.h"

#include <istream>
#include <map>
#include <ostream>
#include <sstream>

namespace npu::planner {
namespace {

std::vector<std::string> split(std::string line) {
  while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
    line.pop_back();
  std::vector<std::string> fields;
  std::stringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');)
    fields.push_back(field);
  return fields;
}

/// A whole decimal number below 2^62, so that sums of two do not wrap.
bool parse(const std::string &text, int64_t &value) {
  if (text.empty() || text.size() > 18 || text.find_first_not_of("0123456789") != std::string::npos)
    return false;
  value = std::stoll(text);
  return true;
}

using Columns = std::map<std::string, size_t>;

/// Fills the buffer, or says what is wrong with the row.
std::string readRow(const std::vector<std::string> &fields, const Columns &columns, Buffer &buffer) {
  if (fields.size() != columns.size())
    return "has " + std::to_string(fields.size()) + " fields, the header has " + std::to_string(columns.size());
  int64_t upper = 0;
  std::pair<const char *, int64_t *> wanted[] = {
      {"lower", &buffer.first}, {"upper", &upper}, {"size", &buffer.bytes}, {"alignment", &buffer.alignment}};
  for (auto [name, value] : wanted) {
    auto column = columns.find(name);
    if (column != columns.end() && !parse(fields[column->second], *value))
      return "'" + fields[column->second] + "' is no " + name;
  }
  buffer.id = fields[columns.at("id")];
  buffer.last = upper - 1;
  if (buffer.last < buffer.first)
    return "upper " + std::to_string(upper) + " is not above lower " + std::to_string(buffer.first);
  return buffer.alignment < 1 ? "alignment 0" : "";
}

} // namespace

std::vector<std::string> readCsv(std::istream &in, Problem &problem) {
  std::string line;
  std::getline(in, line);
  Columns columns;
  for (const std::string &name : split(line))
    columns.emplace(name, columns.size());
  std::vector<std::string> wrong;
  for (const char *name : {"id", "lower", "upper", "size"})
    if (!columns.count(name))
      wrong.push_back("line 1: no column '" + std::string(name) + "', wants id,lower,upper,size");
  if (!wrong.empty())
    return wrong;
  for (int64_t number = 2; std::getline(in, line); ++number) {
    if (split(line).empty())
      continue;
    Buffer buffer;
    std::string why = readRow(split(line), columns, buffer);
    if (!why.empty())
      wrong.push_back("line " + std::to_string(number) + ": " + why);
    problem.buffers.push_back(buffer);
  }
  return wrong;
}

void writeCsv(std::ostream &out, const Problem &problem) {
  out << "id,lower,upper,size,alignment\n";
  for (const Buffer &b : problem.buffers)
    out << b.id << ',' << b.first << ',' << b.last + 1 << ',' << b.bytes << ',' << b.alignment << '\n';
}

void writePlan(std::ostream &out, const Problem &problem, const Solution &solution) {
  out << "id,offset\n";
  for (size_t i = 0; i < problem.buffers.size(); ++i)
    out << problem.buffers[i].id << ',' << solution.offsets[i] << '\n';
}

} // namespace npu::planner
