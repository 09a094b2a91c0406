// Buffer plans as text: a bug report that anyone can run again.
#ifndef PASSES_PLANNER_CSV_H
#define PASSES_PLANNER_CSV_H

#include "passes/planner/Planner.h"

#include <iosfwd>

namespace npu::planner {

/// Reads `id,lower,upper,size` rows (columns in any order; a buffer lives in [lower, upper)), with an optional
/// column `alignment`. Returns what is wrong, one line each with its line number; empty when all is read.
std::vector<std::string> readCsv(std::istream &in, Problem &problem);

/// The same rows.
void writeCsv(std::ostream &out, const Problem &problem);

/// `id,offset` rows, in the order of the problem.
void writePlan(std::ostream &out, const Problem &problem, const Solution &solution);

} // namespace npu::planner

#endif
