# MLIR 22 from Debian: two shared libraries, one precompiled header.
find_package(MLIR 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")

add_library(npu_mlir INTERFACE)
target_include_directories(npu_mlir SYSTEM INTERFACE ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
target_include_directories(npu_mlir INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
# Debian's library has NDEBUG, and sizeof(mlir::Pass::Statistic) depends on it.
target_compile_definitions(npu_mlir INTERFACE ${LLVM_DEFINITIONS_LIST} NDEBUG)
target_compile_options(npu_mlir INTERFACE -Wall -Wextra -Wno-unused-parameter)
target_link_libraries(npu_mlir INTERFACE MLIR LLVM)
# mlir_tablegen() takes its include path from the directory property.
include_directories(SYSTEM ${MLIR_INCLUDE_DIRS})
include_directories(${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})

# MLIR headers only: the project's own generated headers never enter it.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/pch_stub.cpp CONTENT "\n")
add_library(npu_pch OBJECT ${CMAKE_BINARY_DIR}/pch_stub.cpp)
target_link_libraries(npu_pch PRIVATE npu_mlir)
target_precompile_headers(npu_pch PRIVATE
  <mlir/IR/BuiltinOps.h> <mlir/IR/BuiltinTypes.h> <mlir/IR/Builders.h> <mlir/IR/DialectImplementation.h>
  <mlir/IR/OpImplementation.h> <mlir/IR/PatternMatch.h> <mlir/IR/DialectResourceBlobManager.h>
  <mlir/Interfaces/SideEffectInterfaces.h> <mlir/Interfaces/InferTypeOpInterface.h>
  <mlir/Dialect/Func/IR/FuncOps.h> <mlir/Dialect/Quant/IR/QuantTypes.h> <mlir/Dialect/Quant/IR/Quant.h>
  <mlir/Pass/Pass.h> <mlir/Transforms/DialectConversion.h>
  <mlir/Transforms/GreedyPatternRewriteDriver.h> <llvm/ADT/TypeSwitch.h>)

function(npu_use_pch target)
  target_precompile_headers(${target} REUSE_FROM npu_pch)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(npu_pch PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
endif()

# npu_add_mlir_library(name sources... LINK libs...): a static library on MLIR.
function(npu_add_mlir_library name)
  cmake_parse_arguments(ARG "" "" "LINK;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC npu_mlir ${ARG_LINK})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  npu_use_pch(${name})
endfunction()
