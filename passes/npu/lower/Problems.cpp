#include "passes/npu/lower/Problems.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace npu::tiling;

namespace npu::lower {

static ArrayRef<int64_t> shapeOf(Value value) { return cast<ShapedType>(value.getType()).getShape(); }

Form formOf(Operation *op, const Storage &storage) {
  if (storage.isView(op))
    return Form::View;
  if (isa<nn::ConvOp, nn::DenseOp>(op))
    return Form::Product;
  if (isa<nn::MatmulOp>(op))
    return Form::Matmul;
  if (isa<nn::BinaryOp, nn::ClampOp, nn::FunctionOp, nn::RequantizeOp, nn::QuantizeOp, nn::DequantizeOp, nn::PoolOp,
          nn::ResizeOp, nn::ReduceOp, nn::SoftmaxOp>(op))
    return Form::Vector;
  if (isa<nn::ConcatOp, nn::ReshapeOp, nn::SliceOp, nn::TransposeOp, nn::PadOp>(op))
    return Form::Move;
  return Form::Other;
}

ConvProblem convProblem(Operation *op, const Storage &storage) {
  ConvProblem p;
  Map in = mapOf(op->getOperand(0)), out = mapOf(op->getResult(0));
  p.in = in.channels;
  p.out = out.channels;
  p.inputResident = storage.inSram(op->getOperand(0));
  p.outputResident = storage.inSram(op->getResult(0));
  if (auto conv = dyn_cast<nn::ConvOp>(op)) {
    ArrayRef<int64_t> filter = shapeOf(conv.getFilter());
    p.images = shapeOf(conv.getInput())[0];
    p.groups = conv.getGroup();
    p.rows = {in.rows / p.images, out.rows / p.images, filter[1], conv.getStrides()[0], conv.getDilations()[0], conv.getPads()[0]};
    p.columns = {in.columns, out.columns, filter[2], conv.getStrides()[1], conv.getDilations()[1], conv.getPads()[1]};
  } else {
    p.rows.in = p.rows.out = in.rows;
    p.columns.in = p.columns.out = in.columns;
  }
  return p;
}

MatmulProblem matmulProblem(nn::MatmulOp op, const Storage &storage) {
  MatmulProblem p;
  p.batch = mapOf(op.getOutput()).rows;
  p.rows = op.getRows();
  p.inner = op.getInner();
  p.columns = op.getColumns();
  p.lhsBatched = mapOf(op.getLhs()).rows > 1;
  p.rhsBatched = mapOf(op.getRhs()).rows > 1;
  p.lhsTransposed = op.getTransposeLhs();
  p.rhsTransposed = op.getTransposeRhs();
  p.lhsResident = storage.inSram(op.getLhs());
  p.rhsResident = storage.inSram(op.getRhs());
  p.outputResident = storage.inSram(op.getOutput());
  return p;
}

/// The axes of a reduction by itself: the columns, or rows and columns of each image.
static void reduceAxes(nn::ReduceOp op, MapProblem &p) {
  ArrayRef<int64_t> shape = shapeOf(op.getInput());
  Map in = mapOf(shape);
  p.columns = {in.columns, 1, in.columns, 1, 1, 0};
  p.rows.in = p.rows.out = in.rows;
  if (op.getAxes().size() > 1) {
    int64_t height = shape[shape.size() - 3];
    p.images = in.rows / height;
    p.rows = {height, 1, height, 1, 1, 0};
  }
}

static void resizeAxes(nn::ResizeOp op, MapProblem &p) {
  ArrayRef<int64_t> in = shapeOf(op.getInput()), out = shapeOf(op.getOutput());
  bool linear = op.getKind() == nn::ResizeKind::Linear;
  auto axis = [&](unsigned i) {
    int64_t denominator = op.getDenominators()[i];
    return Axis{in[i + 1], out[i + 1], linear ? 2 : 1, op.getSteps()[i], denominator - 1, -op.getOffsets()[i], denominator};
  };
  p.images = in[0];
  p.rows = axis(0);
  p.columns = axis(1);
}

MapProblem mapProblem(Operation *op, const Storage &storage) {
  MapProblem p;
  Map out = mapOf(op->getResult(0));
  p.channels = out.channels;
  p.rows.in = p.rows.out = out.rows;
  p.columns.in = p.columns.out = out.columns;
  auto operand = [&](Value value) {
    Map map = mapOf(value);
    return MapOperand{map.rows, map.columns, map.channels, elementBytesOf(value), storage.inSram(value)};
  };
  for (Value value : op->getOperands())
    p.inputs.push_back(operand(value));
  p.output = operand(op->getResult(0));
  p.wholeChannels = isa<nn::SoftmaxOp>(op);
  if (auto pool = dyn_cast<nn::PoolOp>(op)) {
    ArrayRef<int64_t> in = shapeOf(pool.getInput());
    p.images = in[0];
    p.rows = {in[1], out.rows / p.images, pool.getKernel()[0], pool.getStrides()[0], pool.getDilations()[0], pool.getPads()[0]};
    p.columns = {in[2], out.columns, pool.getKernel()[1], pool.getStrides()[1], pool.getDilations()[1], pool.getPads()[1]};
  }
  if (auto resize = dyn_cast<nn::ResizeOp>(op))
    resizeAxes(resize, p);
  if (auto reduce = dyn_cast<nn::ReduceOp>(op))
    reduceAxes(reduce, p);
  return p;
}

Capacity capacityOf(const Machine &m, int64_t sram) {
  Capacity c;
  c.sram = sram;
  c.align = m.sramAlign;
  c.acc = m.accBytes;
  c.wbuf = m.wbufBytes;
  c.prmRecords = m.prmRecords;
  c.px = m.px;
  c.oc = m.oc;
  c.ic = m.ic;
  c.issueCycles = m.issueCycles;
  c.startCycles = m.startCycles;
  c.sramBytesPerCycle = m.sramBytesPerCycle;
  c.dwFactor = m.dwFactor;
  return c;
}

namespace {

/// Fields by name, written and read by the same list.
struct Field {
  StringRef name;
  int64_t *value;
};

DictionaryAttr write(MLIRContext *context, ArrayRef<Field> fields) {
  Builder b(context);
  SmallVector<NamedAttribute> entries;
  for (const Field &field : fields)
    entries.push_back(b.getNamedAttr(field.name, b.getI64IntegerAttr(*field.value)));
  return b.getDictionaryAttr(entries);
}

bool read(Operation *op, ArrayRef<Field> fields) {
  auto tiles = op->getAttrOfType<DictionaryAttr>(kTilesAttr);
  for (const Field &field : fields) {
    auto value = tiles ? tiles.getAs<IntegerAttr>(field.name) : IntegerAttr();
    if (!value || value.getInt() < 0) {
      op->emitError() << "'" << kTilesAttr << "' has no size '" << field.name << "'; run nn-plan-tiles first";
      return false;
    }
    *field.value = value.getInt();
  }
  return true;
}

/// The list for a convolution; the flags travel as 0 or 1.
struct ConvFields {
  ConvTiles tiles;
  int64_t kind = 0, outOuter = 0, weightsResident = 0;
  SmallVector<Field> list() {
    return {{"kind", &kind}, {"rows", &tiles.rows}, {"columns", &tiles.columns}, {"out", &tiles.out}, {"in", &tiles.in},
            {"block_rows", &tiles.blockRows}, {"block_columns", &tiles.blockColumns}, {"block_out", &tiles.blockOut},
            {"block_in", &tiles.blockIn}, {"out_outer", &outOuter}, {"weights_resident", &weightsResident},
            {"buffers", &tiles.buffers}};
  }
};

} // namespace

DictionaryAttr tilesAttr(MLIRContext *context, const ConvTiles &tiles) {
  ConvFields f{tiles, static_cast<int64_t>(tiles.kind), tiles.outOuter, tiles.weightsResident};
  return write(context, f.list());
}

namespace {

/// The list for a product of computed tensors; the flag travels as 0 or 1.
struct MatmulFields {
  MatmulTiles tiles;
  int64_t columnsOuter = 0;
  SmallVector<Field> list() {
    return {{"batch", &tiles.batch}, {"rows", &tiles.rows}, {"columns", &tiles.columns}, {"inner", &tiles.inner},
            {"block_batch", &tiles.blockBatch}, {"block_rows", &tiles.blockRows}, {"block_columns", &tiles.blockColumns},
            {"block_inner", &tiles.blockInner}, {"columns_outer", &columnsOuter}, {"buffers", &tiles.buffers}};
  }
};

} // namespace

DictionaryAttr tilesAttr(MLIRContext *context, const MatmulTiles &tiles) {
  MatmulFields f{tiles, tiles.columnsOuter};
  return write(context, f.list());
}

static SmallVector<Field> mapFields(MapTiles &t) {
  return {{"rows", &t.rows}, {"columns", &t.columns}, {"channels", &t.channels}, {"buffers", &t.buffers}};
}

DictionaryAttr tilesAttr(MLIRContext *context, const MapTiles &tiles) {
  MapTiles t = tiles;
  return write(context, mapFields(t));
}

static bool refuse(Operation *op) {
  op->emitError() << "'" << kTilesAttr << "' are not tiles of this operator";
  return false;
}

static bool inRange(int64_t n, int64_t most) { return n >= 1 && n <= most; }

std::optional<ConvTiles> convTilesOf(Operation *op, const ConvProblem &p) {
  ConvFields f;
  if (!read(op, f.list()))
    return std::nullopt;
  ConvTiles t = f.tiles;
  bool sized = f.kind <= 2 && inRange(t.rows, p.rows.out) && inRange(t.columns, p.columns.out) && inRange(t.out, p.out) &&
               inRange(t.in, p.groupIn()) && inRange(t.blockRows, t.rows) && inRange(t.blockColumns, t.columns) &&
               inRange(t.blockOut, t.out) && inRange(t.blockIn, t.in) && inRange(t.buffers, 2);
  if (!sized) {
    refuse(op);
    return std::nullopt;
  }
  t.kind = static_cast<tiling::ConvKind>(f.kind);
  t.outOuter = f.outOuter != 0;
  t.weightsResident = f.weightsResident != 0;
  return t;
}

std::optional<MatmulTiles> matmulTilesOf(Operation *op, const MatmulProblem &p) {
  MatmulFields f;
  if (!read(op, f.list()))
    return std::nullopt;
  MatmulTiles t = f.tiles;
  bool sized = inRange(t.batch, p.batch) && inRange(t.rows, p.rows) && inRange(t.columns, p.columns) &&
               inRange(t.inner, p.inner) && inRange(t.blockBatch, t.batch) && inRange(t.blockRows, t.rows) &&
               inRange(t.blockColumns, t.columns) && inRange(t.blockInner, t.inner) && inRange(t.buffers, 2);
  bool wholeMatrices = t.batch == 1 || (t.rows == p.rows && t.columns == p.columns && t.inner == p.inner);
  bool oneBlock = t.inner == p.inner || (t.blockRows == t.rows && t.blockColumns == t.columns);
  if (!sized || !wholeMatrices || !oneBlock) {
    refuse(op);
    return std::nullopt;
  }
  t.columnsOuter = f.columnsOuter != 0;
  return t;
}

std::optional<MapTiles> mapTilesOf(Operation *op, const MapProblem &p) {
  MapTiles t;
  if (!read(op, mapFields(t)))
    return std::nullopt;
  if (!inRange(t.rows, p.rows.out) || !inRange(t.columns, p.columns.out) || !inRange(t.channels, p.channels) ||
      !inRange(t.buffers, 2)) {
    refuse(op);
    return std::nullopt;
  }
  return t;
}

} // namespace npu::lower
