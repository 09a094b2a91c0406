#include "test/property/RandomNetwork.h"

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

namespace property {

namespace {

/// Draws that are the same with every standard library: only the engine is fixed by the standard.
class Draw {
public:
  explicit Draw(uint32_t seed) : engine(seed) {}
  int64_t from(int64_t low, int64_t high) { return low + int64_t(engine() % uint64_t(high - low + 1)); }
  bool oneIn(int64_t n) { return from(1, n) == 1; }
  /// A scale between 2^-8 and 2^-2 that f32 holds exactly.
  float scale() { return std::ldexp(dyadic ? 1 << 23 : float(from(1 << 23, (1 << 24) - 1)), int(from(-31, -26))); }
  bool dyadic = false; ///< scales are powers of two
  template <typename T> const T &of(const std::vector<T> &list) { return list[size_t(from(0, int64_t(list.size()) - 1))]; }

private:
  std::mt19937 engine;
};

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17e", value);
  return text;
}

std::string list(const std::vector<int64_t> &values) {
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "array<i64: " + text + ">";
}

struct Format {
  float scale;
  int64_t zero;
  bool operator==(const Format &other) const { return scale == other.scale && zero == other.zero; }
  std::string text() const {
    return "!quant.uniform<i8:f32, " + number(scale) + (zero ? ":" + std::to_string(zero) : "") + ">";
  }
};

struct Map {
  std::string name;
  int64_t rows, columns, channels;
  Format format;
  std::string typeOf(const std::string &element) const {
    return "tensor<1x" + std::to_string(rows) + "x" + std::to_string(columns) + "x" + std::to_string(channels) + "x" +
           element + ">";
  }
  std::string type() const { return typeOf(format.text()); }
};

/// One axis of a window that fits its input.
struct Window {
  int64_t kernel, stride, dilation, before, after, out;
};

class Builder {
public:
  explicit Builder(uint32_t seed) : draw(seed) {}

  RandomNetwork build() {
    network.preset = draw.of<std::string>({"edge-4t", "u55-128", "u55-256", "u65-256", "u65-512", "u65-512-cs", "mini"});
    symmetric = network.preset == "mini";
    draw.dyadic = symmetric && draw.oneIn(2);
    network.level = symmetric ? "nn" : "quantized";
    if (draw.dyadic)
      count("dyadic");
    network.sram = std::to_string(draw.of<int64_t>({1, 2, 4, 16, 32, 256}) * 1024);
    maps.push_back(input());
    for (int64_t left = draw.from(1, 4); left > 0; --left)
      addOperator();
    finish();
    return network;
  }

private:
  std::string fresh() { return "%v" + std::to_string(next++); }
  void line(const std::string &text) { body += "    " + text + "\n"; }
  void count(const std::string &form) { ++network.forms[form]; }
  Format format() { return {draw.scale(), symmetric || draw.oneIn(4) ? 0 : draw.from(-128, 127)}; }

  Map input() {
    Map map{"%x", draw.from(1, 40), draw.from(1, 40), draw.from(1, 33), format()};
    if (draw.oneIn(2)) { // int8 at the border, channels last
      argument = "%x: " + map.type();
      count("input.i8");
      return map;
    }
    Map quantised = map;
    quantised.name = fresh();
    argument = "%x: " + map.typeOf("f32");
    line(quantised.name + " = nn.quantize %x : " + map.typeOf("f32") + " -> " + map.type());
    count("input.f32");
    return quantised;
  }

  void addOperator() {
    const Map x = draw.of(maps);
    int64_t kind = draw.from(0, 13);
    if (kind > 11)
      maps.push_back(matmul(x));
    else if (kind > 9)
      maps.push_back(resize(x));
    else if (kind < 5)
      maps.push_back(conv(x));
    else if (kind < 7)
      maps.push_back(pool(x));
    else if (kind < 9)
      maps.push_back(binary(x));
    else
      maps.push_back(concat(x));
  }

  Window window(int64_t extent, int64_t maxKernel) {
    while (true) {
      Window w{draw.from(1, maxKernel), draw.from(1, 3), draw.oneIn(3) ? draw.from(2, 3) : 1, 0, 0, 0};
      w.before = draw.oneIn(2) ? draw.from(0, w.kernel - 1) : 0;
      w.after = draw.oneIn(2) ? draw.from(0, w.kernel - 1) : 0;
      int64_t reach = extent + w.before + w.after - ((w.kernel - 1) * w.dilation + 1);
      if (reach < 0)
        continue;
      w.out = reach / w.stride + 1;
      return w;
    }
  }

  std::string clamps() {
    std::string text;
    if (draw.oneIn(3))
      text += ", clamp_min = 0.0 : f32";
    if (draw.oneIn(4))
      text += ", clamp_max = 6.0 : f32";
    return text;
  }

  /// A constant tensor; `type` has the element type already.
  std::string constant(int64_t count, int bytes, int64_t low, int64_t high, const std::string &shape,
                       const std::string &element) {
    std::string hex, name = fresh();
    for (int64_t i = 0; i < count; ++i) {
      int64_t value = draw.from(low, high);
      for (int b = 0; b < bytes; ++b) {
        char text[3];
        std::snprintf(text, sizeof text, "%02X", unsigned(value >> (8 * b)) & 0xFFu);
        hex += text;
      }
    }
    line(name + " = nn.constant dense<\"0x" + hex + "\"> : tensor<" + shape + "xi" + std::to_string(8 * bytes) + "> : tensor<" +
         shape + "x" + element + ">");
    return name;
  }

  Map conv(const Map &x) {
    int64_t group = 1, outputs = draw.from(1, 33);
    std::string form = "conv.dense";
    if (int64_t kind = draw.from(0, 2); kind == 1) {
      group = x.channels;
      outputs = group * (draw.oneIn(4) && group <= 16 ? 2 : 1);
      form = "conv.depthwise";
    } else if (kind == 2) {
      std::vector<int64_t> divisors;
      for (int64_t g = 2; g <= x.channels; ++g)
        if (x.channels % g == 0)
          divisors.push_back(g);
      group = divisors.empty() ? 1 : draw.of(divisors);
      outputs = group * draw.from(1, std::max<int64_t>(1, 33 / group));
      form = group > 1 ? "conv.grouped" : form;
    }
    Window r = window(x.rows, 5), s = window(x.columns, 5);
    count(form);
    if (r.dilation > 1 || s.dilation > 1)
      count("conv.dilated");
    count(r.stride == 1 && s.stride == 1 ? "conv.stride1" : "conv.strided");
    // A filter scale that keeps the sums near the output's range, so that few values saturate.
    int64_t inputs = x.channels / group;
    Map y{fresh(), r.out, s.out, outputs, format()};
    float ideal = y.format.scale / (x.format.scale * std::sqrt(float(r.kernel * s.kernel * inputs)) * 40.0f);
    bool perChannel = draw.oneIn(2);
    std::string filterScales, biasScales;
    for (int64_t k = 0; k < (perChannel ? outputs : 1); ++k) {
      float scale = ideal * float(draw.from(50, 200)) / 100.0f;
      scale = draw.dyadic ? std::exp2(std::round(std::log2(scale))) : scale;
      filterScales += (k ? "," : "") + number(scale);
      biasScales += (k ? "," : "") + number(double(x.format.scale) * double(scale));
    }
    std::string open = perChannel ? ":0, {" : ", ", close = perChannel ? "}>" : ">";
    std::string filterType = "!quant.uniform<i8:f32" + open + filterScales + close;
    std::string biasType = "!quant.uniform<i32:f32" + open + biasScales + close;
    std::string shape = std::to_string(outputs) + "x" + std::to_string(r.kernel) + "x" + std::to_string(s.kernel) + "x" +
                        std::to_string(inputs);
    std::string filter = constant(outputs * r.kernel * s.kernel * inputs, 1, -127, 127, shape, filterType);
    std::string bias = constant(outputs, 4, -2000, 2000, std::to_string(outputs), biasType);
    line(y.name + " = nn.conv(" + x.name + ", " + filter + ", " + bias + ") {strides = " + list({r.stride, s.stride}) +
         ", dilations = " + list({r.dilation, s.dilation}) + ", pads = " + list({r.before, s.before, r.after, s.after}) +
         ", group = " + std::to_string(group) + " : i64" + clamps() + "} : (" + x.type() + ", tensor<" + shape + "x" +
         filterType + ">, tensor<" + std::to_string(outputs) + "x" + biasType + ">) -> " + y.type());
    return y;
  }

  /// What can stand on the right of a product.
  struct Factor {
    std::string name, type;
    bool transposed;
    int64_t rows, columns; ///< matrices, and columns of the product
    Format format;
  };

  /// A constant, or a map whose matrices are as many as `x` has, or one, or for each of which `x` has its only one.
  Factor factor(const Map &x, int64_t inner) {
    bool transposed = draw.oneIn(2);
    if (draw.oneIn(3)) {
      int64_t rows = draw.oneIn(2) ? 1 : x.rows, columns = draw.from(1, 33);
      Map map{"", rows, transposed ? columns : inner, transposed ? inner : columns, format()};
      std::string shape = "1x" + std::to_string(rows) + "x" + std::to_string(map.columns) + "x" + std::to_string(map.channels);
      count("matmul.constant");
      return {constant(rows * inner * columns, 1, -128, 127, shape, map.format.text()), map.type(), transposed, rows, columns,
              map.format};
    }
    std::vector<Factor> fitting;
    for (const Map &map : maps)
      for (bool t : {false, true})
        if ((t ? map.channels : map.columns) == inner && (map.rows == x.rows || map.rows == 1 || x.rows == 1))
          fitting.push_back({map.name, map.type(), t, map.rows, t ? map.columns : map.channels, map.format});
    Factor chosen = draw.of(fitting);
    count(chosen.name == x.name ? "matmul.self" : "matmul.pair");
    return chosen;
  }

  Map matmul(const Map &x) {
    bool transposed = draw.oneIn(2);
    int64_t inner = transposed ? x.columns : x.channels;
    Factor f = factor(x, inner);
    if (x.rows != f.rows)
      count("matmul.broadcast");
    Map y{fresh(), std::max(x.rows, f.rows), transposed ? x.channels : x.columns, f.columns, format()};
    // Sums near the output's range, so that few values saturate.
    float alpha = y.format.scale / (x.format.scale * f.format.scale * std::sqrt(float(inner)) * 120.0f) *
                  float(draw.from(50, 200)) / 100.0f;
    alpha = draw.dyadic ? std::exp2(std::round(std::log2(alpha))) : alpha;
    line(y.name + " = nn.matmul " + x.name + ", " + f.name + " {alpha = " + number(alpha) + " : f32" +
         (transposed ? ", transpose_lhs" : "") + (f.transposed ? ", transpose_rhs" : "") + clamps() + "} : (" + x.type() +
         ", " + f.type + ") -> " + y.type());
    return y;
  }

  Map pool(const Map &x) {
    bool max = draw.oneIn(2);
    Window r = window(x.rows, 4), s = window(x.columns, 4);
    count(max ? "pool.max" : "pool.average");
    // The maximum keeps its format.
    Map y{fresh(), r.out, s.out, x.channels, max ? x.format : format()};
    line(y.name + " = nn.pool <" + (max ? "max" : "average") + "> " + x.name + " {kernel = " + list({r.kernel, s.kernel}) +
         ", strides = " + list({r.stride, s.stride}) + ", dilations = " + list({r.dilation, s.dilation}) +
         ", pads = " + list({r.before, s.before, r.after, s.after}) + (!max && draw.oneIn(2) ? ", count_include_pad" : "") +
         "} : " + x.type() + " -> " + y.type());
    return y;
  }

  /// Any positions whatever, within and around the input; both axes have extents up to 40.
  Map resize(const Map &x) {
    bool linear = draw.oneIn(2);
    std::vector<int64_t> steps, offsets, denominators;
    for (int axis = 0; axis < 2; ++axis) {
      denominators.push_back(draw.from(1, 12));
      steps.push_back(draw.from(0, 3 * denominators.back()));
      offsets.push_back(draw.from(-20, 20));
    }
    count(linear ? "resize.linear" : "resize.nearest");
    Map y{fresh(), draw.from(1, 40), draw.from(1, 40), x.channels, linear && draw.oneIn(2) ? format() : x.format};
    line(y.name + " = nn.resize <" + (linear ? "linear" : "nearest") + "> " + x.name + " {steps = " + list(steps) +
         ", offsets = " + list(offsets) + ", denominators = " + list(denominators) + "} : " + x.type() + " -> " + y.type());
    return y;
  }

  Map binary(const Map &x) {
    std::string kind = draw.of<std::string>({"add", "add", "sub", "mul"});
    std::vector<Map> same;
    for (const Map &map : maps)
      if (map.rows == x.rows && map.columns == x.columns && map.channels == x.channels)
        same.push_back(map);
    Map y{fresh(), x.rows, x.columns, x.channels, format()};
    std::string other, type;
    if (draw.oneIn(3)) { // one value a channel
      Format constantFormat = format();
      type = "tensor<" + std::to_string(x.channels) + "x" + constantFormat.text() + ">";
      other = constant(x.channels, 1, -128, 127, std::to_string(x.channels), constantFormat.text());
      count("binary.constant");
    } else {
      const Map &map = draw.of(same);
      other = map.name;
      type = map.type();
    }
    count("binary." + kind);
    std::string attributes = clamps();
    line(y.name + " = nn.binary <" + kind + "> " + x.name + ", " + other +
         (attributes.empty() ? "" : " {" + attributes.substr(2) + "}") + " : (" + x.type() + ", " + type + ") -> " + y.type());
    return y;
  }

  Map requantized(const Map &x, const Format &format) {
    if (x.format == format)
      return x;
    Map y = x;
    y.name = fresh();
    y.format = format;
    line(y.name + " = nn.requantize " + x.name + " : " + x.type() + " -> " + y.type());
    count("requantize");
    return y;
  }

  Map concat(const Map &x) {
    int64_t axis = draw.from(1, 3), joined = 0;
    auto extent = [&](const Map &map, int64_t a) { return a == 1 ? map.rows : a == 2 ? map.columns : map.channels; };
    Format common = format();
    std::string names, types;
    for (const Map &map : std::vector<Map>(maps)) {
      bool fits = true;
      for (int64_t a = 1; a <= 3; ++a)
        fits &= a == axis || extent(map, a) == extent(x, a);
      if (!fits || joined + extent(map, axis) > 80)
        continue;
      Map part = requantized(map, common);
      names += (names.empty() ? "" : ", ") + part.name;
      types += (types.empty() ? "" : ", ") + part.type();
      joined += extent(map, axis);
    }
    if (names.empty())
      return requantized(x, common);
    Map y{fresh(), x.rows, x.columns, x.channels, common};
    (axis == 1 ? y.rows : axis == 2 ? y.columns : y.channels) = joined;
    line(y.name + " = nn.concat(" + names + ") {axis = " + std::to_string(axis) + " : i64} : (" + types + ") -> " + y.type());
    count("concat.axis" + std::to_string(axis));
    return y;
  }

  /// The last map is an output; sometimes as float, sometimes with one more.
  void finish() {
    std::vector<Map> outputs = {maps.back()};
    if (maps.size() > 2 && draw.oneIn(3))
      outputs.push_back(maps[maps.size() - 2]);
    std::string names, values, types;
    for (const Map &map : outputs) {
      std::string name = map.name, type = map.type();
      if (draw.oneIn(2)) {
        name = fresh();
        type = map.typeOf("f32");
        line(name + " = nn.dequantize " + map.name + " : " + map.type() + " -> " + type);
        count("output.f32");
      } else {
        count("output.i8");
      }
      values += (values.empty() ? "" : ", ") + name;
      types += (types.empty() ? "" : ", ") + type;
      names += (names.empty() ? "" : ", ") + type + " {onnx.name = \"y" + std::to_string(next++) + "\"}";
    }
    network.text = "module attributes {npu.level = \"" + network.level + "\"} {\n  func.func @main(" + argument + " {onnx.name = \"x\"}) -> (" +
                   names + ") {\n" + body + "    return " + values + " : " + types + "\n  }\n}\n";
  }

  Draw draw;
  RandomNetwork network;
  bool symmetric = false;
  std::string argument, body;
  std::vector<Map> maps;
  int next = 0;
};

} // namespace

RandomNetwork randomNetwork(uint32_t seed) { return Builder(seed).build(); }

} // namespace property
