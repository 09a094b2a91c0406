// Hand-written command programs, and a device with memory to run them on.
#ifndef TEST_RNPU_PROGRAM_H
#define TEST_RNPU_PROGRAM_H

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "targets/rnpu/sim/sim.h"
#include "targets/rnpu/verify.h"
}

namespace rnpu_test {

inline rnpu_config smallConfig() {
  rnpu_config c = {};
  c.sram_bytes = 64 * 1024;
  c.sram_align = 16;
  c.dma_align = 64;
  c.acc_bytes = 32 * 1024;
  c.wbuf_bytes = 16 * 1024;
  c.prm_records = 256;
  c.lut_bytes = 4096;
  c.dma_channels = 2;
  c.dma_outstanding = 2;
  c.engines = 1;
  c.rounding = RNPU_HALF_UP;
  return c;
}

constexpr uint32_t Mxu = RNPU_QUEUE_MXU(0), Vxu = RNPU_QUEUE_VXU(0);

// Commands in program order; words() closes with STOP.
class Program {
public:
  using Waits = std::vector<rnpu_wait>;

  template <typename Payload>
  Program &add(uint8_t opcode, uint32_t queue, const Payload &payload, Waits waits = {}) {
    return append(opcode, queue, &payload, sizeof payload, waits);
  }
  Program &add(uint8_t opcode, uint32_t queue, Waits waits = {}) { return append(opcode, queue, nullptr, 0, waits); }
  Program &stop() { return append(RNPU_STOP, 0, nullptr, 0, {}); }

  npu_segment segment() const { return {bytes(), words.size() * 8, count}; }
  uint8_t *bytes() const { return reinterpret_cast<uint8_t *>(const_cast<uint64_t *>(words.data())); }
  uint64_t size() const { return words.size() * 8; }
  uint32_t count = 0;
  // Word offset of each command, to damage one.
  std::vector<size_t> starts;
  rnpu_command &header(size_t i) { return *reinterpret_cast<rnpu_command *>(&words[starts[i]]); }

private:
  Program &append(uint8_t opcode, uint32_t queue, const void *payload, size_t bytes, const Waits &waits) {
    rnpu_command c = {};
    c.opcode = opcode;
    c.queue = static_cast<uint8_t>(queue);
    c.wait_count = static_cast<uint8_t>(waits.size());
    c.bytes = static_cast<uint32_t>(sizeof c + bytes + 8 * waits.size());
    c.node = count++;
    starts.push_back(words.size());
    words.resize(words.size() + c.bytes / 8);
    auto *at = reinterpret_cast<uint8_t *>(&words[starts.back()]);
    std::memcpy(at, &c, sizeof c);
    if (bytes)
      std::memcpy(at + sizeof c, payload, bytes);
    if (!waits.empty())
      std::memcpy(at + sizeof c + bytes, waits.data(), 8 * waits.size());
    return *this;
  }
  std::vector<uint64_t> words;
};

inline rnpu_tile tile(uint32_t base, uint32_t rows, uint32_t columns, uint32_t channels, int32_t zero = 0,
                      uint32_t type = RNPU_I8) {
  uint32_t element = type == RNPU_F32 ? 4 : 1, pitch = (columns * channels * element + 15) / 16 * 16;
  return {base, pitch, channels, 0, 0, rows, columns, channels, zero, type};
}

inline rnpu_window window(uint32_t inRows, uint32_t inColumns, uint32_t outRows, uint32_t outColumns, uint16_t kernel,
                          uint16_t stride, uint16_t pad, uint16_t dilation = 1) {
  return {inRows, inColumns, outRows, outColumns, 0, 0, 0, 0, kernel, kernel, stride, stride, dilation, dilation,
          pad, pad};
}

// A flat copy between a DRAM region and another space.
inline rnpu_dma load(uint32_t region, uint64_t from, uint64_t to, uint32_t bytes, uint8_t space = RNPU_SPACE_SRAM) {
  rnpu_dma d = {};
  d.src_space = RNPU_SPACE_DRAM;
  d.dst_space = space;
  d.src_region = region;
  d.src_offset = from;
  d.dst_offset = to;
  d.element_bytes = 1;
  d.src_stride[3] = d.dst_stride[3] = 1;
  d.extent[0] = d.extent[1] = d.extent[2] = 1;
  d.extent[3] = bytes;
  return d;
}

inline rnpu_dma store(uint64_t from, uint32_t region, uint64_t to, uint32_t bytes) {
  rnpu_dma d = load(0, 0, 0, bytes);
  d.src_space = RNPU_SPACE_SRAM;
  d.dst_space = RNPU_SPACE_DRAM;
  d.src_region = 0;
  d.src_offset = from;
  d.dst_region = region;
  d.dst_offset = to;
  return d;
}

inline rnpu_dma fill(uint64_t to, uint32_t bytes, uint32_t value, uint8_t space = RNPU_SPACE_SRAM) {
  rnpu_dma d = load(0, 0, to, bytes, space);
  d.fill = 1;
  d.value = value;
  return d;
}

// DRAM by region id, a device, and verify + run in one call.
class Machine {
public:
  explicit Machine(rnpu_sim_options options = {}, rnpu_config config = smallConfig(), const rnpu_relative *relative = nullptr)
      : config(config), device(rnpu_sim_create_relative(&config, options, relative), rnpu_sim_destroy) {}

  std::vector<uint8_t> &region(uint32_t id) { return memory[id]; }
  npu_status verify(const Program &program) {
    npu_limits limits = this->limits();
    npu_segment segment = program.segment();
    return device->verify(device.get(), &config, sizeof config, &segment, &limits, &error);
  }
  npu_status run(const Program &program) {
    npu_region regions[NPU_REGION_COUNT] = {};
    for (auto &[id, bytes] : memory)
      regions[id] = {bytes.data(), bytes.size()};
    npu_segment segment = program.segment();
    return device->run(device.get(), &segment, regions, &error);
  }
  npu_status verifyAndRun(const Program &program) {
    npu_status status = verify(program);
    return status == NPU_OK ? run(program) : status;
  }
  npu_limits limits() const {
    npu_limits l = {};
    for (const auto &[id, bytes] : memory)
      l.region_bytes[id] = bytes.size();
    l.debug_count = debugCount;
    return l;
  }
  std::string text() const { return error.text; }

  rnpu_config config;
  uint32_t debugCount = 0;
  npu_error error = {};

private:
  std::map<uint32_t, std::vector<uint8_t>> memory;
  std::unique_ptr<npu_device, void (*)(npu_device *)> device;
};

constexpr uint32_t Constants = NPU_REGION_CONSTANTS, Arena = NPU_REGION_ARENA, Input = NPU_REGION_INPUT_0,
                   Output = NPU_REGION_OUTPUT_0;

} // namespace rnpu_test

#endif
