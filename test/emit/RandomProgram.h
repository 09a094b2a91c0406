// Random programs of the npu level: loads, fills, copies, stores and vector commands over strided pieces of buffers
// whose lives overlap. Program order reads nothing uninitialised.
#ifndef TEST_EMIT_RANDOMPROGRAM_H
#define TEST_EMIT_RANDOMPROGRAM_H

#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace emit_test {

struct MachineSizes {
  int sramBytes = 1 << 16, channels = 1, outstanding = 1;
};

inline std::string machineText(const MachineSizes &sizes) {
  std::ostringstream out;
  out << "{name = \"random\", isa = \"rnpu\", rounding = \"half-up\", sram_bytes = " << sizes.sramBytes
      << ", sram_align = 16, sram_banks = 1, dma_align = 64, acc_bytes = 8192, wbuf_bytes = 4096, prm_records = 16, "
         "lut_bytes = 1024, dma_channels = "
      << sizes.channels << ", dma_outstanding = " << sizes.outstanding
      << ", engines = 1, px = 2, oc = 8, ic = 4, issue_cycles = 16, start_cycles = 64, dram_read_latency = 500, "
         "dram_write_latency = 250, dram_burst_bytes = 128, clock_mhz = 500.0, dw_factor = 1.5, "
         "sram_bytes_per_cycle = 8.0, dram_bytes_per_cycle = 3.75, cpe_plain = 0.5, cpe_add = 1.5, cpe_mul = 0.75, "
         "cpe_max_pool = 0.25, cpe_table = 1.0}";
  return out.str();
}

/// One program, to be printed for several machines.
class RandomProgram {
public:
  RandomProgram(uint32_t seed, int commandCount) : random(seed) {
    for (int i = 0; i < kBuffers; ++i)
      load(i);
    transfer(name(0), "sram", 0, "%mid", "arena", 0, {1, kRows, kPitch}, "store");
    while (commands < commandCount)
      add();
    for (int i = 0; i < kBuffers; ++i)
      transfer(name(i), "sram", 0, "%y", "output", i * kBytes, {1, kRows, kPitch}, "store");
  }

  std::string text(const MachineSizes &sizes) const {
    std::ostringstream out;
    out << "module attributes {npu.target = " << machineText(sizes) << "} {\n  npu.program @main([#npu.border<\"x\", "
        << "i8, \"plain\", [4096], 0.0 : f32, 0>]) -> ([#npu.border<\"y\", i8, \"plain\", [" << kBuffers * kBytes
        << "], 0.0 : f32, 0>]) {\n    %x = npu.buffer 4096 index 0 : !npu.buffer<input>\n    %y = npu.buffer "
        << kBuffers * kBytes << " index 0 : !npu.buffer<output>\n    %mid = npu.buffer " << kBytes
        << " : !npu.buffer<arena>\n";
    for (int i = 0; i < made; ++i)
      out << "    %a" << i << " = npu.buffer " << kBytes << " : !npu.buffer<sram>\n";
    out << "    npu.segment {\n" << body.str() << "    }\n  }\n}\n";
    return out.str();
  }

private:
  // A buffer is 4 rows of 64 bytes. `kBuffers` are in use at any time; one is replaced by a new one now and then.
  static constexpr int kBuffers = 5, kRows = 4, kPitch = 64, kBytes = kRows * kPitch;

  struct Extent {
    int planes, rows, columns; // columns are bytes
  };

  int draw(int count) { return int(random() % uint32_t(count)); }
  std::string name(int slot) const { return "%a" + std::to_string(current[slot]); }
  std::string step() const { return ", step = " + std::to_string(commands / 3) + " : i64"; }

  void transfer(const std::string &source, const std::string &from, int sourceAt, const std::string &target,
                const std::string &to, int targetAt, Extent e, const std::string &cause) {
    body << "      npu.dma " << (source.empty() ? "" : source + " : !npu.buffer<" + from + "> ") << "-> " << target
         << " {cause = \"" << cause << "\", element_bytes = 1 : i64, extent = array<i64: 1, " << e.planes << ", "
         << e.rows << ", " << e.columns << ">, ";
    bool flip = draw(4) == 0; // the last row first
    if (!source.empty())
      body << "source_block = #npu.block<" << sourceAt + (flip ? (e.rows - 1) * kPitch : 0) << ", [0, 0, "
           << (flip ? -kPitch : kPitch) << ", 1]>, ";
    else
      body << "value = " << draw(256) << " : i64, ";
    body << "target_block = #npu.block<" << targetAt << ", [0, 0, 64, 1]>" << step() << "} : !npu.buffer<" << to
         << ">\n";
    ++commands;
  }

  /// A fresh buffer for the slot, loaded whole.
  void load(int slot) {
    current[slot] = made++;
    transfer("%x", "input", draw(4096 - kBytes), name(slot), "sram", 0, {1, kRows, kPitch}, "load");
  }

  void add() {
    Extent piece = {1, 1 + draw(kRows), 1 + draw(kPitch)};
    int a = draw(kBuffers), b = draw(kBuffers);
    int at = draw(kRows - piece.rows + 1) * kPitch + draw(kPitch - piece.columns + 1);
    int from = draw(kRows - piece.rows + 1) * kPitch + draw(kPitch - piece.columns + 1);
    switch (draw(8)) {
    case 0: return load(a);
    case 1: return transfer("%x", "input", draw(2048), name(a), "sram", at, piece, "load");
    case 2: return transfer("", "", 0, name(a), "sram", at, piece, "fill");
    case 3: return transfer(name(a), "sram", from, "%mid", "arena", at, piece, "store");
    case 4: return transfer("%mid", "arena", from, name(a), "sram", at, piece, "load");
    case 5: return a == b ? void() : transfer(name(a), "sram", from, name(b), "sram", at, piece, "copy");
    case 6: return requantize(a, b);
    default: return difference(a, b);
    }
  }

  std::string tile(int row, int rows, int column, int columns, int channel, int channels) {
    std::ostringstream out;
    out << "#npu.tile<offset = " << row * kPitch << ", row_pitch = 64, pixel_pitch = 8, column = " << column
        << ", channel = " << channel << ", rows = " << rows << ", columns = " << columns << ", channels = " << channels
        << ", element = i8, zero_point = 0>";
    return out.str();
  }

  struct Shape {
    int rows, columns, channels;
  };
  Shape shape() { return {1 + draw(kRows), 1 + draw(8), 1 + draw(8)}; }
  std::string tile(Shape s) {
    return tile(draw(kRows - s.rows + 1), s.rows, draw(8 - s.columns + 1), s.columns, draw(8 - s.channels + 1),
                s.channels);
  }

  void requantize(int a, int b) {
    if (a == b)
      return;
    Shape s = shape();
    body << "      npu.unary #npu.unary_kind<requantize> " << name(a) << " -> " << name(b) << " {in_tile = " << tile(s)
         << ", out_tile = " << tile(s)
         << ", scale = 0.0 : f32, mult = 1610612736 : si32, shift = 30 : i64, act_min = -128 : si32, act_max = 127 : "
            "si32"
         << step() << "} : !npu.buffer<sram> -> !npu.buffer<sram>\n";
    ++commands;
  }

  void difference(int a, int b) {
    int out = draw(kBuffers);
    if (out == a || out == b)
      return;
    Shape s = shape();
    body << "      npu.binary #npu.binary_kind<sub> " << name(a) << ", " << name(b) << " -> " << name(out)
         << " {a_tile = " << tile(s) << ", b_tile = " << tile(s) << ", out_tile = " << tile(s)
         << ", mult_a = 5 : si32, mult_b = 3 : si32, shift = 2 : i64, act_min = -128 : si32, act_max = 127 : si32"
         << step() << "} : !npu.buffer<sram>, !npu.buffer<sram> -> !npu.buffer<sram>\n";
    ++commands;
  }

  std::mt19937 random;
  std::ostringstream body;
  int current[kBuffers] = {}, made = 0, commands = 0;
};

} // namespace emit_test

#endif
