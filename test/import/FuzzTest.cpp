// Damaged files: the importer refuses with an error, or yields a module that verifies.
#include "compiler/import/ImportOnnx.h"
#include "dialects/onnx/Onnx.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <random>

namespace {

/// A file in the folder for temporary ones, gone with the object.
class ScratchFile {
public:
  ScratchFile() {
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("npu-import", "onnx", path));
  }
  ~ScratchFile() { llvm::sys::fs::remove(path); }

  llvm::StringRef write(const std::string &bytes) {
    std::error_code problem;
    llvm::raw_fd_ostream(path, problem) << bytes;
    EXPECT_FALSE(problem);
    return path;
  }

private:
  llvm::SmallString<128> path;
};

struct Outcome {
  bool imported;
  int errors;
};

class ImportFuzz : public testing::Test {
protected:
  Outcome importBytes(const std::string &bytes) {
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    int errors = 0;
    mlir::ScopedDiagnosticHandler count(&context, [&](mlir::Diagnostic &diagnostic) {
      errors += diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
      return mlir::success();
    });
    auto module = npu::importOnnx(scratch.write(bytes), {}, context);
    EXPECT_TRUE(!module || mlir::succeeded(mlir::verify(*module)));
    return {bool(module), errors};
  }

  static std::string model() {
    auto file = llvm::MemoryBuffer::getFile(NPU_TEST_MODEL);
    return file ? (*file)->getBuffer().str() : "";
  }

  ScratchFile scratch;
};

TEST_F(ImportFuzz, WholeFileIsImported) {
  Outcome outcome = importBytes(model());
  EXPECT_TRUE(outcome.imported);
  EXPECT_EQ(outcome.errors, 0);
}

// A prefix may be a model of its own, with less in it; it never is half of one.
TEST_F(ImportFuzz, TruncatedFilesAreRefused) {
  std::string whole = model();
  for (size_t part = 0; part != 40; ++part) {
    Outcome outcome = importBytes(whole.substr(0, whole.size() * part / 40));
    EXPECT_FALSE(outcome.imported) << part;
    EXPECT_GT(outcome.errors, 0) << part;
  }
}

// Nothing is refused in silence, and nothing imported with an error.
TEST_F(ImportFuzz, DamagedFilesAreRefusedOrSound) {
  const std::string whole = model();
  ASSERT_FALSE(whole.empty());
  std::mt19937 random(2);
  int refused = 0;
  for (int round = 0; round != 400; ++round) {
    std::string damaged = whole;
    for (int edit = 0; edit != 8; ++edit)
      damaged[random() % damaged.size()] = char(random());
    Outcome outcome = importBytes(damaged);
    EXPECT_NE(outcome.imported, outcome.errors > 0) << "round " << round;
    refused += !outcome.imported;
  }
  EXPECT_GT(refused, 40);
}

} // namespace
