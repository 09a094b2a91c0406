// RUN: npu-opt %s --nn-fuse-normalizations | FileCheck %s

// PyTorch's quotient, with the mean's axis dropped and brought back, and the difference computed twice.
// CHECK-LABEL: func @quotient(
// CHECK-SAME: {fired = true, {{.*}}pattern = "LayerNormalization", why = "divides by the root of its mean square + 9.99999975e-06"}
// CHECK: %[[D:.*]] = nn.binary <sub> %arg0
// CHECK: %[[Q:.*]] = nn.function "x 2 pow" %[[D]]
// CHECK: %[[V:.*]] = nn.reduce <mean> %[[Q]]
// CHECK: %[[R:.*]] = nn.function "x {{.*}}e-06 add sqrt reciprocal" %[[V]] : tensor<4x1xf32> -> tensor<4x1xf32>
// CHECK: nn.binary <mul> %[[D]], %[[R]]
// CHECK-NOT: nn.binary <div>
func.func @quotient(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %m = nn.reduce <mean> %x {axes = array<i64: 1>} : tensor<4x8xf32> -> tensor<4x1xf32>
  %f = nn.reshape %m : tensor<4x1xf32> -> tensor<4xf32>
  %k = nn.reshape %f : tensor<4xf32> -> tensor<4x1xf32>
  %d = nn.binary <sub> %x, %k : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32> loc("d")
  %e = nn.binary <sub> %x, %m : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %q = nn.function "x 2 pow" %e : tensor<4x8xf32> -> tensor<4x8xf32>
  %v = nn.reduce <mean> %q {axes = array<i64: 1>} : tensor<4x8xf32> -> tensor<4x1xf32>
  %s = nn.function "x 1e-05 add sqrt" %v : tensor<4x1xf32> -> tensor<4x1xf32>
  %y = nn.binary <div> %d, %s : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32> loc("y")
  return %y : tensor<4x8xf32>
}

// TensorFlow's form.
// CHECK-LABEL: func @scaled_mean(
// CHECK-SAME: pattern = "LayerNormalization", why = "x * f + (offset - mean * f) is (x - mean) * f + offset"
// CHECK: %[[D:.*]] = nn.binary <sub> %arg0
// CHECK: %[[N:.*]] = nn.binary <mul> %[[D]], %{{.*}} : (tensor<4x8xf32>, tensor<4x1xf32>)
// CHECK: %[[S:.*]] = nn.binary <mul> %[[N]], %arg1
// CHECK: %[[Y:.*]] = nn.binary <add> %[[S]], %arg2
// CHECK-NEXT: return %[[Y]]
func.func @scaled_mean(%x: tensor<4x8xf32>, %g: tensor<8xf32>, %h: tensor<8xf32>) -> tensor<4x8xf32> {
  %m = nn.reduce <mean> %x {axes = array<i64: 1>} : tensor<4x8xf32> -> tensor<4x1xf32> loc("m")
  %d = nn.binary <sub> %x, %m : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %q = nn.function "x x mul" %d : tensor<4x8xf32> -> tensor<4x8xf32>
  %v = nn.reduce <mean> %q {axes = array<i64: 1>} : tensor<4x8xf32> -> tensor<4x1xf32>
  %r = nn.function "x 0.001 add sqrt reciprocal" %v : tensor<4x1xf32> -> tensor<4x1xf32>
  %f = nn.binary <mul> %r, %g : (tensor<4x1xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %l = nn.binary <mul> %x, %f : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %n = nn.binary <mul> %m, %f : (tensor<4x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %o = nn.binary <sub> %h, %n : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = nn.binary <add> %l, %o : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> loc("y")
  return %y : tensor<4x8xf32>
}

// Without a mean it is an RMSNormalization.
// CHECK-LABEL: func @root_mean_square(
// CHECK-SAME: pattern = "RMSNormalization"
// CHECK: %[[R:.*]] = nn.function "x 0.0{{[0-9]+}} add sqrt reciprocal"
// CHECK: nn.binary <mul> %arg0, %[[R]]
func.func @root_mean_square(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %q = nn.function "x x mul" %x : tensor<4x8xf32> -> tensor<4x8xf32> loc("q")
  %v = nn.reduce <mean> %q {axes = array<i64: 1>} : tensor<4x8xf32> -> tensor<4x1xf32>
  %s = nn.function "x 0.01 add 0.5 pow" %v : tensor<4x1xf32> -> tensor<4x1xf32>
  %y = nn.binary <div> %x, %s : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32> loc("y")
  return %y : tensor<4x8xf32>
}

// What is divided is not what was squared: a quotient stays, and says why.
// CHECK-LABEL: func @other(
// CHECK-SAME: {fired = false, {{.*}}pattern = "RMSNormalization", why = "what is divided is not what was squared"}
// CHECK: nn.binary <div> %arg1
func.func @other(%x: tensor<4x8xf32>, %z: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %q = nn.function "x x mul" %x : tensor<4x8xf32> -> tensor<4x8xf32> loc("q")
  %v = nn.reduce <mean> %q {axes = array<i64: 1>} : tensor<4x8xf32> -> tensor<4x1xf32>
  %s = nn.function "x 0.01 add sqrt" %v : tensor<4x1xf32> -> tensor<4x1xf32>
  %y = nn.binary <div> %z, %s : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32> loc("y")
  return %y : tensor<4x8xf32>
}

// Other functions of a mean, and a sum of squares, are no normalisation.
// CHECK-LABEL: func @none(
// CHECK-NOT: nn.fusions
// CHECK: nn.binary <div>
// CHECK: nn.binary <div>
func.func @none(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %q = nn.function "x x mul" %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %v = nn.reduce <mean> %q {axes = array<i64: 1>} : tensor<4x8xf32> -> tensor<4x1xf32>
  %w = nn.reduce <sum> %q {axes = array<i64: 1>} : tensor<4x8xf32> -> tensor<4x1xf32>
  %s = nn.function "x 2 mul sqrt" %v : tensor<4x1xf32> -> tensor<4x1xf32>
  %t = nn.function "x sqrt" %w : tensor<4x1xf32> -> tensor<4x1xf32>
  %y = nn.binary <div> %x, %s : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %z = nn.binary <div> %x, %t : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %y, %z : tensor<4x8xf32>, tensor<4x8xf32>
}
