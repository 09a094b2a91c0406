#include "compiler/calibrate/Calibrate.h"

#include "compiler/calibrate/ChannelSums.h"
#include "compiler/calibrate/Observer.h"
#include "compiler/evaluate/Evaluator.h"
#include "dialects/nn/Nn.h"

#include "mlir/IR/Builders.h"

#include <atomic>
#include <thread>

using namespace mlir;
namespace npu {
namespace {

constexpr size_t kFewSamples = 200;

bool isF32(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getElementType().isF32();
}

/// The value whose means a product's bias is corrected by; null for other operators.
Value inputOfProduct(Operation &op) {
  return isa<nn::ConvOp, nn::DenseOp>(op) && isF32(op.getOperand(0)) ? op.getOperand(0) : Value();
}

/// What the values of a function were on a part of the samples.
class Observation {
public:
  Observation(func::FuncOp function, bool histogram) {
    for (BlockArgument argument : function.getArguments())
      if (isF32(argument))
        add(argument, histogram);
    for (Operation &op : function.front().without_terminator())
      if (!isa<nn::ConstantOp>(op))
        for (Value result : op.getResults())
          if (isF32(result))
            add(result, histogram);
    for (Operation &op : function.front().without_terminator())
      if (Value input = inputOfProduct(op); input && !sums.count(input))
        sums.try_emplace(input, cast<RankedTensorType>(input.getType()).getShape().back());
  }

  void see(Value value, const TensorValue &tensor) {
    auto found = places.find(value);
    if (found != places.end())
      observers[found->second].add(tensor.as<float>(), static_cast<size_t>(tensor.count()));
    auto sum = sums.find(value);
    if (sum != sums.end())
      sum->second.add(tensor.as<float>(), static_cast<size_t>(tensor.count()));
  }
  void merge(const Observation &other) {
    for (size_t i = 0; i < observers.size(); ++i)
      observers[i].merge(other.observers[i]);
    for (auto &[value, sum] : sums)
      sum.merge(other.sums.find(value)->second);
  }
  std::vector<float> means(Value value) const { return sums.find(value)->second.means(); }
  const Observer *of(Value value) const {
    auto found = places.find(value);
    return found == places.end() ? nullptr : &observers[found->second];
  }

private:
  void add(Value value, bool histogram) {
    places[value] = observers.size();
    observers.emplace_back(histogram);
  }
  DenseMap<Value, size_t> places;
  std::vector<Observer> observers;
  DenseMap<Value, ChannelSums> sums;
};

class Calibration {
public:
  Calibration(func::FuncOp function, const CalibrationOptions &options) : function(function), options(options) {}

  FailureOr<size_t> run() {
    if (failed(openSamples()))
      return failure();
    FailureOr<Evaluator> evaluator = Evaluator::create(function);
    if (failed(evaluator))
      return failure();
    std::vector<Observation> parts(std::max<size_t>(1, std::min<size_t>(options.threads, samples.size())),
                                   Observation(function, options.percentile.has_value()));
    if (!observe(*evaluator, parts))
      return failure();
    for (size_t i = 1; i < parts.size(); ++i)
      parts[0].merge(parts[i]);
    return failed(write(parts[0])) ? FailureOr<size_t>() : FailureOr<size_t>(samples.size());
  }

private:
  LogicalResult openSamples() {
    std::vector<std::string> faults;
    std::vector<SampleInput> inputs = sampleInputs(function, options.preprocess, faults);
    for (const std::string &fault : faults)
      emitError(UnknownLoc::get(function.getContext())) << "--preprocess: " << fault;
    if (!faults.empty())
      return failure();
    samples = Samples::open(options.path, std::move(inputs), faults);
    return judge(faults);
  }

  LogicalResult judge(const std::vector<std::string> &faults) {
    Location nowhere = UnknownLoc::get(function.getContext());
    for (const std::string &note : samples.notes())
      emitRemark(nowhere) << note;
    if (!faults.empty() && !options.skipBad) {
      InFlightDiagnostic error = emitError(nowhere);
      error << "--calibration: " << faults.size() << " bad samples; --skip-bad goes on without them:";
      for (const std::string &fault : faults)
        error << "\n  " << fault;
      return error;
    }
    if (!faults.empty())
      emitWarning(nowhere) << "--calibration: " << faults.size() << " bad samples are left out, the first: " << faults.front();
    if (samples.size() == 0)
      return emitError(nowhere) << "--calibration '" << options.path << "': no sample is left";
    if (samples.size() < kFewSamples)
      emitWarning(nowhere) << "calibrated on " << samples.size()
                           << " samples; 200 to 500 that look like the real inputs give better ranges";
    return success();
  }

  /// Sample i goes to thread i modulo their number; which one sees it does not matter to the sums.
  bool observe(const Evaluator &evaluator, std::vector<Observation> &parts) {
    std::atomic<size_t> done{0};
    std::atomic<bool> sound{true};
    auto work = [&](size_t part) {
      for (size_t i = part; i < samples.size() && sound; i += parts.size()) {
        if (!observeOne(evaluator, i, parts[part]))
          sound = false;
        size_t count = ++done;
        if (part == 0 && options.progress)
          options.progress(count, samples.size());
      }
    };
    std::vector<std::thread> threads;
    for (size_t part = 1; part < parts.size(); ++part)
      threads.emplace_back(work, part);
    work(0);
    for (std::thread &thread : threads)
      thread.join();
    return sound;
  }

  bool observeOne(const Evaluator &evaluator, size_t i, Observation &part) {
    std::optional<std::vector<TensorValue>> inputs = samples.read(i);
    if (!inputs) {
      emitError(UnknownLoc::get(function.getContext())) << "--calibration: a sample has changed while it was in use";
      return false;
    }
    for (auto [argument, tensor] : llvm::zip(function.getArguments(), *inputs))
      part.see(argument, tensor);
    return succeeded(evaluator.run(*inputs, [&](Operation *op, ArrayRef<TensorValue> results) {
      for (auto [result, tensor] : llvm::zip(op->getResults(), results))
        part.see(result, tensor);
    }));
  }

  quantization::Range rangeOf(const Observer &observer) const {
    return options.percentile ? observer.percentile(*options.percentile) : observer.minmax();
  }

  LogicalResult write(const Observation &seen) {
    Builder builder(function.getContext());
    bool good = true;
    for (BlockArgument argument : function.getArguments())
      if (const Observer *observer = seen.of(argument)) {
        quantization::Range range = rangeOf(*observer);
        function.setArgAttr(argument.getArgNumber(), "nn.range", builder.getDenseF32ArrayAttr({range.low, range.high}));
      }
    for (Operation &op : function.front().without_terminator()) {
      SmallVector<float> ranges;
      for (Value result : op.getResults())
        if (const Observer *observer = seen.of(result)) {
          if (observer->bad()) {
            op.emitError("computes ") << observer->bad() << " values that are NaN or infinite on the calibration samples";
            good = false;
          }
          quantization::Range range = rangeOf(*observer);
          ranges.append({range.low, range.high});
        }
      if (Value input = inputOfProduct(op))
        op.setAttr("nn.input_means", builder.getDenseF32ArrayAttr(seen.means(input)));
      if (!ranges.empty())
        op.setAttr("nn.ranges", builder.getDenseF32ArrayAttr(ranges));
    }
    return success(good);
  }

  func::FuncOp function;
  const CalibrationOptions &options;
  Samples samples;
};

} // namespace

FailureOr<size_t> calibrate(ModuleOp module, const CalibrationOptions &options) {
  auto function = module.lookupSymbol<func::FuncOp>("main");
  if (!function)
    return module.emitError("has no function 'main' to calibrate");
  return Calibration(function, options).run();
}

} // namespace npu
