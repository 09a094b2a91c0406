#include "passes/rewrite/Rewrite.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
namespace npu {

LogicalResult applyUntilNoneMatches(Operation *function, RewritePatternSet patterns) {
  int64_t operators = 0;
  function->walk([&](Operation *) { ++operators; });
  GreedyRewriteConfig config;
  config.setMaxIterations(2 * operators + 10);
  if (succeeded(applyPatternsGreedily(function, std::move(patterns), config)))
    return success();
  return function->emitError("rewrites without an end: ") << config.getMaxIterations() << " rounds over " << operators
                                                          << " operators";
}

} // namespace npu
