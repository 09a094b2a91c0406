#include "runtime/npu.h"
#include "test/runtime/SmallBlob.h"

#include <gtest/gtest.h>

namespace {

class Infer : public ::testing::Test {
protected:
  void open(const npu::BlobWriter &writer) {
    bytes = std::make_unique<small::Aligned>(writer.finish());
    ASSERT_EQ(npu_blob_open(&blob, bytes->data(), bytes->size, &error), NPU_OK) << error.text;
    uint64_t needed;
    ASSERT_EQ(npu_workspace_bytes(&blob, 0, &needed), NPU_OK);
    workspace = std::make_unique<small::Aligned>(needed);
  }
  npu_status init() {
    return npu_request_init(&request, &blob, 0, &device, workspace->data(), workspace->size, &error);
  }
  void start() {
    open(small::writer());
    ASSERT_EQ(init(), NPU_OK) << error.text;
  }
  void expectOutput(const uint8_t *y, const uint8_t *x, unsigned run) {
    for (unsigned i = 0; i < 6; ++i)
      EXPECT_EQ(y[i], small::expected(x[i], i, run)) << i;
  }

  std::unique_ptr<small::Aligned> bytes, workspace;
  npu_blob blob;
  npu_request request;
  npu_device device = fake::device();
  npu_error error = {};
  alignas(8) uint8_t x[6] = {10, 20, 30, 40, 50, 60}, y[6] = {};
};

// NPU_COPY takes the data at once: later changes do not reach the device.
TEST_F(Infer, CopyIsTakenAtOnce) {
  start();
  uint8_t before[6];
  std::memcpy(before, x, 6);
  ASSERT_EQ(npu_set_input(&request, 0, x, 6, NPU_COPY, &error), NPU_OK);
  x[2] = 99;
  ASSERT_EQ(npu_infer(&request, &error), NPU_OK);
  ASSERT_EQ(npu_get_output(&request, 0, y, 6, &error), NPU_OK);
  expectOutput(y, before, 1);
}

// NPU_BORROW reads the caller's memory at inference.
TEST_F(Infer, BorrowReadsInPlace) {
  start();
  ASSERT_EQ(npu_set_input(&request, 0, x, 6, NPU_BORROW, &error), NPU_OK);
  x[2] = 99;
  ASSERT_EQ(npu_infer(&request, &error), NPU_OK);
  expectOutput(static_cast<const uint8_t *>(npu_output_data(&request, 0)), x, 1);
}

// A bound output is written in place; state lives from run to run and a new request starts at zero.
TEST_F(Infer, OutputInPlaceAndStateKept) {
  start();
  ASSERT_EQ(npu_set_output(&request, 0, y, 6, &error), NPU_OK);
  ASSERT_EQ(npu_set_input(&request, 0, x, 6, NPU_BORROW, &error), NPU_OK);
  for (unsigned run = 1; run <= 3; ++run) {
    ASSERT_EQ(npu_infer(&request, &error), NPU_OK);
    expectOutput(y, x, run);
  }
  EXPECT_EQ(npu_output_data(&request, 0), y);
  ASSERT_EQ(init(), NPU_OK);
  ASSERT_EQ(npu_set_input(&request, 0, x, 6, NPU_COPY, &error), NPU_OK);
  ASSERT_EQ(npu_infer(&request, &error), NPU_OK);
  expectOutput(static_cast<const uint8_t *>(npu_output_data(&request, 0)), x, 1);
}

TEST_F(Infer, ArgumentsAreChecked) {
  start();
  EXPECT_EQ(npu_infer(&request, &error), NPU_ERROR_ARGUMENT);
  EXPECT_STREQ(error.text, "input 0 'x' has not been set");
  EXPECT_EQ(npu_set_input(&request, 0, x, 5, NPU_COPY, &error), NPU_ERROR_ARGUMENT);
  EXPECT_STREQ(error.text, "input 0 'x': got 5 bytes, wanted 6");
  EXPECT_EQ(npu_set_input(&request, 1, x, 6, NPU_COPY, &error), NPU_ERROR_ARGUMENT);
  EXPECT_STREQ(error.text, "input 1 of a program with 1");
  EXPECT_EQ(npu_set_input(&request, 0, x + 1, 6, NPU_BORROW, &error), NPU_ERROR_ARGUMENT);
  EXPECT_STREQ(error.text, "'x': the pointer must be a multiple of 4 bytes to be used in place");
  EXPECT_EQ(npu_get_output(&request, 0, y, 7, &error), NPU_ERROR_ARGUMENT);
  EXPECT_STREQ(error.text, "output 0 'y': got 7 bytes, wanted 6");
  EXPECT_EQ(npu_set_output(&request, 0, nullptr, 6, &error), NPU_ERROR_ARGUMENT);
  EXPECT_EQ(npu_output_data(&request, 1), nullptr);
}

TEST_F(Infer, MemoryNeededAndAvailableAreTold) {
  open(small::writer());
  EXPECT_EQ(workspace->size, 4u * 64u);
  EXPECT_EQ(npu_request_init(&request, &blob, 0, &device, workspace->data(), 255, &error), NPU_ERROR_MEMORY);
  EXPECT_STREQ(error.text, "the workspace needs 256 bytes, 255 are available");
  EXPECT_EQ(npu_request_init(&request, &blob, 0, &device, workspace->data() + 8, 256, &error), NPU_ERROR_ARGUMENT);
  EXPECT_EQ(npu_request_init(&request, &blob, 1, &device, workspace->data(), 256, &error), NPU_ERROR_ARGUMENT);
}

// R13: a device of another ISA version is named beside the blob's.
TEST_F(Infer, DeviceVersionsAreCompared) {
  open(small::writer());
  device.isa_major = 2;
  EXPECT_EQ(init(), NPU_ERROR_VERSION);
  EXPECT_STREQ(error.text, "the blob holds commands of ISA version 1.0, the device runs 2.0");
  device.isa_major = 1;
  device.isa_minor = 4;
  EXPECT_EQ(init(), NPU_OK);
  device.isa = 1;
  EXPECT_EQ(init(), NPU_ERROR_VERSION);
}

// What the device's static check refuses never runs.
TEST_F(Infer, DeviceVerifiesEverySegment) {
  npu::BlobWriter writer = small::writer();
  fake::Command bad = {fake::AddConstants, NPU_REGION_ARENA, NPU_REGION_INPUT_0, 6};
  npu_blob_program program = {};
  program.first_step = writer.addSegment("bad", &bad, sizeof bad, 1);
  program.step_count = 1;
  uint32_t index = writer.addProgram(program);
  open(writer);
  EXPECT_EQ(npu_request_init(&request, &blob, index, &device, workspace->data(), workspace->size, &error),
            NPU_ERROR_PROGRAM);
  EXPECT_EQ(init(), NPU_OK);
}

// CPU steps are checked, then refused by the kernel's name.
TEST_F(Infer, CpuStepsNameTheirKernel) {
  for (uint64_t bytes : {6u, 7u}) {
    npu::BlobWriter writer = small::writer();
    npu_blob_operand operand = {};
    operand.region = NPU_REGION_INPUT_0;
    operand.type = NPU_TYPE_U8;
    operand.bytes = bytes;
    npu_blob_step step = {};
    step.kind = NPU_STEP_CPU;
    step.name = writer.addString("/TopK");
    step.kernel = writer.addKernel({writer.addString("TopK"), 3});
    step.first_operand = writer.addOperand(operand);
    step.operand_inputs = 1;
    npu_blob_program program = {};
    program.input_count = 1;
    program.first_step = writer.addStep(step);
    program.step_count = 1;
    uint32_t index = writer.addProgram(program);
    open(writer);
    EXPECT_EQ(npu_request_init(&request, &blob, index, &device, workspace->data(), workspace->size, &error),
              bytes == 6 ? NPU_ERROR_UNSUPPORTED : NPU_ERROR_FORMAT);
    EXPECT_STREQ(error.text, bytes == 6 ? "CPU step '/TopK' needs kernel 'TopK' version 3, which this build lacks"
                                        : "CPU step '/TopK': operand 0 lies outside its region");
  }
}

// Long arguments are cut, never overrun.
TEST(Status, FormatsAndTruncates) {
  npu_error error;
  EXPECT_EQ(npu_fail(&error, NPU_ERROR_DEVICE, "%s %u %d %llu %lld %x %%", "a", 4000000000u, -5, ~0ull,
                     (long long)1 << 63, 0xABu),
            NPU_ERROR_DEVICE);
  EXPECT_STREQ(error.text, "a 4000000000 -5 18446744073709551615 -9223372036854775808 ab %");
  npu_fail(&error, NPU_ERROR_DEVICE, "%s", std::string(1000, 'x').c_str());
  EXPECT_EQ(std::strlen(error.text), sizeof error.text - 1);
  EXPECT_EQ(npu_fail(nullptr, NPU_ERROR_MEMORY, "x"), NPU_ERROR_MEMORY);
}

} // namespace
