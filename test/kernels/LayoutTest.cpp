// Operators that only move elements: every output element is traced back by its coordinates.
#include <gtest/gtest.h>

#include "runtime/kernels/layout.h"
#include "test/kernels/Exact.h"

namespace {

using Index = std::vector<int64_t>;

npu_shape randomShape(exact::Random &random, uint32_t most) {
  npu_shape shape = {uint32_t(random.in(1, most)), {}};
  for (uint32_t i = 0; i < shape.rank; ++i)
    shape.dims[i] = random.in(1, 3);
  return shape;
}

Index unflatten(const npu_shape &shape, int64_t at) {
  Index index(shape.rank);
  for (uint32_t i = shape.rank; i-- > 0; at /= shape.dims[i])
    index[i] = at % shape.dims[i];
  return index;
}

int64_t flatten(const npu_shape &shape, const Index &index) {
  int64_t at = 0;
  for (uint32_t i = 0; i < shape.rank; ++i)
    at = at * shape.dims[i] + index[i];
  return at;
}

std::vector<int32_t> numbered(const npu_shape &shape, int32_t from = 0) {
  std::vector<int32_t> values(size_t(npu_shape_count(&shape)));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = from + int32_t(i);
  return values;
}

TEST(Layout, TransposeUpToRank8) {
  exact::Random random(17);
  for (int i = 0; i < 500; ++i) {
    const npu_shape shape = randomShape(random, 8);
    uint32_t permutation[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    npu_shape out_shape = shape;
    for (uint32_t k = shape.rank; k-- > 1;)
      std::swap(permutation[k], permutation[random.in(0, k)]);
    for (uint32_t k = 0; k < shape.rank; ++k)
      out_shape.dims[k] = shape.dims[permutation[k]];
    const std::vector<int32_t> in = numbered(shape);
    std::vector<int32_t> out(in.size(), -1);
    npu_transpose(&shape, permutation, 4, in.data(), out.data());
    for (size_t at = 0; at < out.size(); ++at) {
      const Index to = unflatten(out_shape, int64_t(at));
      Index from(shape.rank);
      for (uint32_t k = 0; k < shape.rank; ++k)
        from[permutation[k]] = to[k];
      ASSERT_EQ(out[at], in[size_t(flatten(shape, from))]);
    }
  }
}

// By hand, and by other element sizes: [[1, 2, 3], [4, 5, 6]] turned.
TEST(Layout, TransposeElementSizes) {
  const npu_shape shape = {2, {2, 3}};
  const uint32_t turn[] = {1, 0};
  const int8_t bytes[] = {1, 2, 3, 4, 5, 6};
  const int64_t longs[] = {1, 2, 3, 4, 5, 6};
  const int expected[] = {1, 4, 2, 5, 3, 6};
  int8_t outBytes[6];
  int64_t outLongs[6];
  npu_transpose(&shape, turn, 1, bytes, outBytes);
  npu_transpose(&shape, turn, 8, longs, outLongs);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(outBytes[i], expected[i]);
    EXPECT_EQ(outLongs[i], expected[i]);
  }
}

TEST(Layout, Slice) {
  exact::Random random(18);
  for (int i = 0; i < 500; ++i) {
    npu_shape shape = randomShape(random, 5), out_shape = shape;
    int64_t starts[8], steps[8];
    for (uint32_t k = 0; k < shape.rank; ++k) {
      shape.dims[k] = random.in(1, 6);
      steps[k] = random.in(0, 1) ? random.in(1, 3) : -random.in(1, 3);
      starts[k] = random.in(0, shape.dims[k] - 1);
      const int64_t room = steps[k] > 0 ? shape.dims[k] - 1 - starts[k] : starts[k];
      out_shape.dims[k] = random.in(0, room / std::abs(steps[k]) + 1);
    }
    const std::vector<int32_t> in = numbered(shape);
    std::vector<int32_t> out(size_t(npu_shape_count(&out_shape)), -1);
    npu_slice(&shape, starts, steps, &out_shape, 4, in.data(), out.data());
    for (size_t at = 0; at < out.size(); ++at) {
      Index from = unflatten(out_shape, int64_t(at));
      for (uint32_t k = 0; k < shape.rank; ++k)
        from[k] = starts[k] + from[k] * steps[k];
      ASSERT_EQ(out[at], in[size_t(flatten(shape, from))]);
    }
  }
}

TEST(Layout, Pad) {
  exact::Random random(19);
  for (int i = 0; i < 500; ++i) {
    const npu_shape shape = randomShape(random, 5);
    npu_shape out_shape = shape;
    int64_t before[8], after[8];
    for (uint32_t k = 0; k < shape.rank; ++k) {
      before[k] = random.in(0, 2);
      after[k] = random.in(0, 2);
      out_shape.dims[k] += before[k] + after[k];
    }
    const std::vector<int32_t> in = numbered(shape);
    std::vector<int32_t> out(size_t(npu_shape_count(&out_shape)), -1);
    const int32_t value = 1000000;
    npu_pad(&shape, before, after, &value, 4, in.data(), out.data());
    for (size_t at = 0; at < out.size(); ++at) {
      Index from = unflatten(out_shape, int64_t(at));
      bool inside = true;
      for (uint32_t k = 0; k < shape.rank; ++k) {
        from[k] -= before[k];
        inside = inside && from[k] >= 0 && from[k] < shape.dims[k];
      }
      ASSERT_EQ(out[at], inside ? in[size_t(flatten(shape, from))] : value);
    }
  }
}

TEST(Layout, Concat) {
  exact::Random random(20);
  for (int i = 0; i < 500; ++i) {
    npu_shape shapes[3];
    shapes[0] = shapes[1] = shapes[2] = randomShape(random, 5);
    const size_t count = size_t(random.in(1, 3));
    const uint32_t axis = uint32_t(random.in(0, shapes[0].rank - 1));
    std::vector<int32_t> ins[3];
    const void *pointers[3];
    npu_shape out_shape = shapes[0];
    out_shape.dims[axis] = 0;
    for (size_t k = 0; k < count; ++k) {
      shapes[k].dims[axis] = random.in(1, 4);
      out_shape.dims[axis] += shapes[k].dims[axis];
      ins[k] = numbered(shapes[k], int32_t(k) * 100000);
      pointers[k] = ins[k].data();
    }
    std::vector<int32_t> out(size_t(npu_shape_count(&out_shape)), -1);
    npu_concat(shapes, pointers, count, axis, 4, out.data());
    for (size_t at = 0; at < out.size(); ++at) {
      Index from = unflatten(out_shape, int64_t(at));
      size_t k = 0;
      while (from[axis] >= shapes[k].dims[axis])
        from[axis] -= shapes[k++].dims[axis];
      ASSERT_EQ(out[at], ins[k][size_t(flatten(shapes[k], from))]);
    }
  }
}

TEST(Layout, ReshapeKeepsTheOrder) {
  const int16_t in[] = {1, -2, 300};
  int16_t out[3];
  npu_reshape(in, 3, 2, out);
  EXPECT_EQ(out[0], 1);
  EXPECT_EQ(out[1], -2);
  EXPECT_EQ(out[2], 300);
}

} // namespace
