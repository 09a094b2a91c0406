// A scale is the file's f32 (a bias's: the exact product of two), and survives text and bytecode bit for bit:
// the third pass over the text sees what the first one saw, to the last digit.
// RUN: npu-opt %s > %t.1 && npu-opt %t.1 > %t.2 && diff %t.1 %t.2
// RUN: npu-opt --emit-bytecode %s | npu-opt > %t.3 && diff %t.1 %t.3
// RUN: FileCheck %s < %t.3

// CHECK-LABEL: func @short
// CHECK-SAME: !quant.uniform<i8:f32, 5.000000e-01:3>
func.func @short(%x: tensor<1x!quant.uniform<i8:f32, 0.5:3>>) { return }

// 0.39101523160934448 and 0.3910152316093445 are one double; six digits would be another.
// CHECK-LABEL: func @f32
// CHECK-SAME: !quant.uniform<i8:f32, 0.39101523160934448:89>
func.func @f32(%x: tensor<1x!quant.uniform<i8:f32, 0.3910152316093445:89>>) { return }

// f32(0.1) * f32(0.3) needs 48 bits.
// CHECK-LABEL: func @product
// CHECK-SAME: !quant.uniform<i32:f32, 0.030000001639127732>
func.func @product(%x: tensor<1x!quant.uniform<i32:f32, 0.030000001639127732>>) { return }
