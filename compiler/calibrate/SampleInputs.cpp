#include "compiler/calibrate/SampleInputs.h"

#include "compiler/evaluate/NpyTensors.h"

using namespace mlir;
namespace npu {

static std::string nameOf(func::FuncOp function, unsigned index) {
  auto name = function.getArgAttrOfType<StringAttr>(index, "onnx.name");
  return name ? name.getValue().str() : "input_" + std::to_string(index);
}

static std::optional<ImageInput> imageInputOf(RankedTensorType type, std::string &error) {
  std::vector<int64_t> shape(type.getShape().begin(), type.getShape().end());
  return imageInputOf(shape, npyTypeOf(type.getElementType()).value_or(NPU_TYPE_BOOL), error);
}

/// The option for an input: one that names it goes before one that names none.
static const PreprocessOption *optionFor(const std::string &name, ArrayRef<PreprocessOption> options) {
  const PreprocessOption *found = nullptr;
  for (const PreprocessOption &option : options)
    if (option.input == name || (option.input.empty() && !found))
      found = &option;
  return found;
}

static SampleInput inputOf(std::string name, RankedTensorType type, ArrayRef<PreprocessOption> options,
                           std::vector<std::string> &faults) {
  const PreprocessOption *given = optionFor(name, options);
  SampleInput input{std::move(name), type, std::nullopt, "", false};
  std::optional<ImageInput> image = imageInputOf(type, input.noPictures);
  if (image)
    input.pictures = Preprocess::create(given ? *given : PreprocessOption(), *image, input.noPictures);
  input.pixels = given && input.pictures;
  // An option that names no input passes over those that are no images.
  if (given && !input.pictures && (image || !given->input.empty()))
    faults.push_back("input '" + input.name + "': " + input.noPictures);
  return input;
}

static void checkNames(ArrayRef<PreprocessOption> options, ArrayRef<SampleInput> inputs, std::vector<std::string> &faults) {
  std::string names;
  for (const SampleInput &input : inputs)
    names += (names.empty() ? "'" : ", '") + input.name + "'";
  for (size_t i = 0; i < options.size(); ++i) {
    const std::string &name = options[i].input;
    bool known = name.empty();
    for (const SampleInput &input : inputs)
      known = known || input.name == name;
    if (!known)
      faults.push_back("the network has no input '" + name + "', but " + names);
    for (size_t j = 0; j < i; ++j)
      if (options[j].input == name)
        faults.push_back("given twice for " + (name.empty() ? "every input" : "input '" + name + "'"));
  }
}

std::vector<SampleInput> sampleInputs(func::FuncOp function, ArrayRef<PreprocessOption> options,
                                      std::vector<std::string> &faults) {
  std::vector<SampleInput> inputs;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    inputs.push_back(inputOf(nameOf(function, unsigned(i)), cast<RankedTensorType>(type), options, faults));
  checkNames(options, inputs, faults);
  bool used = options.empty();
  for (const SampleInput &input : inputs)
    used = used || input.pixels;
  if (!used && faults.empty())
    for (const SampleInput &input : inputs)
      faults.push_back("input '" + input.name + "' " + input.noPictures);
  return inputs;
}

} // namespace npu
