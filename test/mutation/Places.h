// The numbers of a command that mutations change.
#ifndef TEST_MUTATION_PLACES_H
#define TEST_MUTATION_PLACES_H

#include "targets/rnpu/isa_stream.h"

#include <string>
#include <vector>

namespace mutation {

/// A u32 or u64 inside a command, and what it is.
struct Place {
  void *at;
  uint32_t bytes;
  const char *name;
};

/// Global tile origins of CONV and POOL.
std::vector<Place> origins(rnpu_command *command);
/// Tile bases, weights, tables and DMA offsets: all byte addresses.
std::vector<Place> addresses(rnpu_command *command);
std::vector<rnpu_wait *> waits(rnpu_command *command);

uint64_t read(const Place &place);
void write(const Place &place, uint64_t value);

} // namespace mutation

#endif
