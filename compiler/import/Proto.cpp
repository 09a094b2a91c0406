#include "compiler/import/Proto.h"

using namespace mlir;

namespace npu {

Type elementType(int32_t dataType, MLIRContext &context) {
  auto integer = [&](unsigned width, bool isUnsigned = false) {
    return IntegerType::get(&context, width,
                            isUnsigned ? IntegerType::Unsigned : IntegerType::Signless);
  };
  switch (dataType) {
  case proto::TensorProto::FLOAT: return Float32Type::get(&context);
  case proto::TensorProto::FLOAT16: return Float16Type::get(&context);
  case proto::TensorProto::DOUBLE: return Float64Type::get(&context);
  case proto::TensorProto::BOOL: return integer(1);
  case proto::TensorProto::INT8: return integer(8);
  case proto::TensorProto::UINT8: return integer(8, true);
  case proto::TensorProto::INT16: return integer(16);
  case proto::TensorProto::UINT16: return integer(16, true);
  case proto::TensorProto::INT32: return integer(32);
  case proto::TensorProto::INT64: return integer(64);
  default: return {};
  }
}

std::string dataTypeName(int32_t dataType) {
  if (proto::TensorProto_DataType_IsValid(dataType))
    return proto::TensorProto_DataType_Name(proto::TensorProto_DataType(dataType));
  return "data type " + std::to_string(dataType);
}

} // namespace npu
