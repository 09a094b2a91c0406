#include "test/mutation/Places.h"

#include <cstring>

namespace mutation {
namespace {

Place place32(uint32_t &field, const char *name) { return {&field, 4, name}; }
Place place64(uint64_t &field, const char *name) { return {&field, 8, name}; }

template <typename T> T &payload(rnpu_command *command) { return *reinterpret_cast<T *>(command + 1); }

std::vector<Place> windowOrigins(rnpu_window &w) {
  return {place32(w.in_y, "in_y"), place32(w.in_x, "in_x"), place32(w.out_y, "out_y"), place32(w.out_x, "out_x")};
}

std::vector<Place> resizeOrigins(rnpu_resize &r) {
  return {place32(r.rows.in_origin, "in_y"), place32(r.columns.in_origin, "in_x"), place32(r.rows.out_origin, "out_y"),
          place32(r.columns.out_origin, "out_x")};
}

std::vector<Place> dmaAddresses(rnpu_dma &d) {
  std::vector<Place> places = {place64(d.dst_offset, "destination")};
  if (!d.fill)
    places.push_back(place64(d.src_offset, "source"));
  return places;
}

std::vector<Place> convAddresses(rnpu_conv &c) {
  std::vector<Place> places = {place32(c.in.base, "in"), place32(c.weights, "weights")};
  if (c.last)
    places.push_back(place32(c.out.base, "out"));
  if (c.last && c.act == RNPU_ACT_LUT8)
    places.push_back(place32(c.lut, "table"));
  return places;
}

std::vector<Place> unaryAddresses(rnpu_unary &u) {
  std::vector<Place> places = {place32(u.in.base, "in"), place32(u.out.base, "out")};
  if (u.kind == RNPU_LUT8)
    places.push_back(place32(u.lut, "table"));
  return places;
}

} // namespace

std::vector<Place> origins(rnpu_command *command) {
  switch (command->opcode) {
  case RNPU_CONV: return windowOrigins(payload<rnpu_conv>(command).window);
  case RNPU_POOL: return windowOrigins(payload<rnpu_pool>(command).window);
  case RNPU_RESIZE: return resizeOrigins(payload<rnpu_resize>(command));
  default: return {};
  }
}

std::vector<Place> addresses(rnpu_command *command) {
  switch (command->opcode) {
  case RNPU_DMA: return dmaAddresses(payload<rnpu_dma>(command));
  case RNPU_CONV: return convAddresses(payload<rnpu_conv>(command));
  case RNPU_UNARY: return unaryAddresses(payload<rnpu_unary>(command));
  case RNPU_POOL: {
    auto &p = payload<rnpu_pool>(command);
    return {place32(p.in.base, "in"), place32(p.out.base, "out")};
  }
  case RNPU_RESIZE: {
    auto &r = payload<rnpu_resize>(command);
    return {place32(r.in.base, "in"), place32(r.out.base, "out")};
  }
  case RNPU_MATMUL: {
    auto &m = payload<rnpu_matmul>(command);
    std::vector<Place> places = {place32(m.a.base, "a"), place32(m.b.base, "b")};
    if (m.last)
      places.push_back(place32(m.out.base, "out"));
    return places;
  }
  case RNPU_BINARY: {
    auto &b = payload<rnpu_binary>(command);
    return {place32(b.a.base, "a"), place32(b.b.base, "b"), place32(b.out.base, "out")};
  }
  case RNPU_SOFTMAX: {
    auto &s = payload<rnpu_softmax>(command);
    return {place32(s.in.base, "in"), place32(s.out.base, "out"), place32(s.lut, "table")};
  }
  default: return {};
  }
}

std::vector<rnpu_wait *> waits(rnpu_command *command) {
  auto *first = reinterpret_cast<rnpu_wait *>(reinterpret_cast<uint8_t *>(command + 1) +
                                              rnpu_payload_bytes(command->opcode));
  std::vector<rnpu_wait *> all;
  for (uint32_t i = 0; i < command->wait_count; ++i)
    all.push_back(first + i);
  return all;
}

uint64_t read(const Place &place) {
  uint64_t value = 0;
  std::memcpy(&value, place.at, place.bytes);
  return value;
}

void write(const Place &place, uint64_t value) { std::memcpy(place.at, &value, place.bytes); }

} // namespace mutation
