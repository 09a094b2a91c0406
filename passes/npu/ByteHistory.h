// Who wrote the bytes of one memory last, and who has read them since.
#ifndef PASSES_NPU_BYTEHISTORY_H
#define PASSES_NPU_BYTEHISTORY_H

#include "passes/npu/Clocks.h"

#include <map>

namespace npu::npu {

/// Disjoint intervals of bytes with equal history. A write makes one interval of what it covers, so their number
/// stays near that of the live tiles, and a command costs O(its intervals * log n).
class ByteHistory {
public:
  /// A command is the `count`-th of its queue (from 1). Raises `needed` to what must complete before it may touch
  /// [begin, end): the writer for a reader, the writer and all readers for a writer.
  void read(int64_t begin, int64_t end, int queue, uint32_t count, Clock &needed) {
    splitAt(begin);
    splitAt(end);
    auto at = cells.lower_bound(begin);
    for (int64_t next = begin; next < end; ++at) {
      if (at == cells.end() || at->first > next) // bytes that nobody has touched
        at = cells.insert(at, {next, {at == cells.end() ? end : std::min(end, at->first)}});
      Cell &cell = at->second;
      require(needed, cell.writerQueue, cell.writer);
      cell.readers[queue] = count;
      next = cell.end;
    }
  }

  void write(int64_t begin, int64_t end, int queue, uint32_t count, Clock &needed) {
    splitAt(begin);
    splitAt(end);
    auto first = cells.lower_bound(begin), last = first;
    for (; last != cells.end() && last->first < end; ++last) {
      require(needed, last->second.writerQueue, last->second.writer);
      for (int q = 0; q < kQueues; ++q)
        require(needed, q, last->second.readers[q]);
    }
    cells.erase(first, last);
    cells.insert({begin, {end, queue, count}});
  }

private:
  struct Cell {
    int64_t end;
    int writerQueue = 0;
    uint32_t writer = 0; // 0: none
    Clock readers{};     // the latest of each queue: queues complete in order
  };

  static void require(Clock &needed, int queue, uint32_t count) { needed[queue] = std::max(needed[queue], count); }

  void splitAt(int64_t at) {
    auto next = cells.lower_bound(at);
    if (next == cells.begin())
      return;
    auto before = std::prev(next);
    if (before->second.end <= at)
      return;
    Cell right = before->second;
    before->second.end = at;
    cells.insert(next, {at, right});
  }

  std::map<int64_t, Cell> cells; // by first byte
};

} // namespace npu::npu

#endif
