// The summary on the terminal: assignment, borders, memory; 80 columns, plain.
#include "compiler/report/Report.h"

#include <cstdarg>
#include <cstdio>

namespace npu {

static std::string format(const char *pattern, ...) __attribute__((format(printf, 1, 2)));
static std::string format(const char *pattern, ...) {
  char text[512];
  va_list args;
  va_start(args, pattern);
  std::vsnprintf(text, sizeof text, pattern, args);
  va_end(args);
  return text;
}

static std::string shapeText(const Json &shape) {
  std::string text;
  for (const Json &extent : shape)
    text += (text.empty() ? "" : "x") + std::to_string(extent.get<int64_t>());
  return text.empty() ? "scalar" : text;
}

static std::string borderLine(const char *kind, const Json &row) {
  std::string line = format("  %-6s %-28s %-16s %-4s %s", kind, row["name"].get<std::string>().c_str(),
                            shapeText(row["shape"]).c_str(), row["type"].get<std::string>().c_str(),
                            row["layout"].get<std::string>().c_str());
  if (row.contains("scale"))
    line += format("  scale %.9g zero point %lld", row["scale"].get<double>(), row["zero_point"].get<long long>());
  return line + "\n";
}

// Operators by type: how many on the NPU, how many on the CPU, how many folded away.
static std::string operatorTable(const Json &assignment) {
  struct Count {
    int npu = 0, cpu = 0, folded = 0;
  };
  std::map<std::string, Count> counts;
  for (const Json &row : assignment) {
    Count &count = counts[row["op"].get<std::string>()];
    std::string device = row["device"].get<std::string>();
    ++(device == "npu" ? count.npu : device == "cpu" ? count.cpu : count.folded);
  }
  std::string text = format("  %-24s %6s %6s %8s\n", "operator", "NPU", "CPU", "folded");
  for (auto &[op, count] : counts)
    text += format("  %-24s %6d %6d %8d\n", op.c_str(), count.npu, count.cpu, count.folded);
  for (const Json &row : assignment)
    if (row["device"] == "cpu")
      text += "  CPU: '" + row["node"].get<std::string>() + "' (" + row["op"].get<std::string>() + "): " +
              row["reason"].get<std::string>() + "\n";
  return text;
}

static std::string memoryLines(const Json &totals) {
  auto number = [&](const char *key) { return totals.contains(key) ? totals[key].get<long long>() : 0LL; };
  std::string text = format("  SRAM peak   %12lld of %lld bytes", number("sram_peak_bytes"), number("sram_bytes"));
  if (number("sram_bytes"))
    text += format(" (%.1f %%)", 100.0 * double(number("sram_peak_bytes")) / double(number("sram_bytes")));
  text += format("\n  DRAM arena  %12lld bytes\n  constants   %12lld bytes\n", number("dram_arena_bytes"),
                 number("constant_bytes"));
  text += format("  DRAM moved  %12lld bytes by %lld transfers\n", number("dram_bytes"), number("dma_commands"));
  return text;
}

std::string terminalSummary(const Json &report) {
  const Json &totals = report["totals"];
  std::string text = format("%s for %s: %lld operators on the NPU, %lld on the CPU\n",
                            report["model"]["name"].get<std::string>().c_str(),
                            report["target"].get<std::string>().c_str(), totals["npu_ops"].get<long long>(),
                            totals["cpu_ops"].get<long long>());
  if (!report["assignment"].empty())
    text += "\n" + operatorTable(report["assignment"]);
  text += "\n";
  for (const Json &row : report["inputs"])
    text += borderLine("input", row);
  for (const Json &row : report["outputs"])
    text += borderLine("output", row);
  text += "\n" + memoryLines(totals);
  if (totals.contains("verified"))
    text += "\n  verified: " + totals["verified"].get<std::string>() + "\n";
  return text;
}

} // namespace npu
