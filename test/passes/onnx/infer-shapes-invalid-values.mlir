// RUN: npu-opt %s --onnx-infer-shapes -split-input-file -verify-diagnostics

// A Slice of data that leaves nothing is an error; one of constants would be an empty list.
func.func @f(%x: tensor<10xf32>) {
  %n = onnx.none
  %5 = onnx.Constant dense<5> : tensor<1xi64> : tensor<1xi64>
  // expected-error @+1 {{the result 'tensor<0xf32>' has no elements}}
  %0 = onnx.Slice(%x, %5, %5, %n, %n) : (tensor<10xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<10xf32>) {
  %0 = onnx.Constant dense<0> : tensor<1xi64> : tensor<1xi64>
  // expected-error @+1 {{the step of axis 0 is 0; export a step other than 0}}
  %1 = onnx.Slice(%x, %0, %0, %0, %0) : (tensor<10xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<10xf32>) {
  %n = onnx.none
  %one = onnx.Constant dense<0> : tensor<1xi64> : tensor<1xi64>
  %two = onnx.Constant dense<0> : tensor<2xi64> : tensor<2xi64>
  // expected-error @+1 {{ends has 2 values, starts 1}}
  %1 = onnx.Slice(%x, %one, %two, %n, %n) : (tensor<10xf32>, tensor<1xi64>, tensor<2xi64>, none, none) -> tensor<*xf32>
  return
}

// -----

// Two each would leave -1 for the fourth.
func.func @f(%x: tensor<5xf32>) {
  %n = onnx.none
  // expected-error @+1 {{4 parts of an axis of 5, 2 each, leave nothing for the last; give the sizes as `split`}}
  %0 = onnx.Split(%x, %n) {num_outputs = 4 : si64} : (tensor<5xf32>, none) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<5xf32>) {
  %s = onnx.Constant dense<2> : tensor<2xi64> : tensor<2xi64>
  // expected-error @+1 {{the parts add up to 4, the axis has 5}}
  %0 = onnx.Split(%x, %s) : (tensor<5xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  %s = onnx.Constant dense<2> : tensor<2xi64> : tensor<2xi64>
  // expected-error @+1 {{output 2 is read, but there are 2 parts}}
  %0 = onnx.Split(%x, %s) {part = 2 : si64} : (tensor<4xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  %s = onnx.Constant dense<-2> : tensor<1xi64> : tensor<1xi64>
  // expected-error @+1 {{repeats [-2] has a value below 0}}
  %0 = onnx.Tile(%x, %s) : (tensor<4xf32>, tensor<1xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f() {
  %a = onnx.Constant dense<1> : tensor<i64> : tensor<i64>
  %b = onnx.Constant dense<0> : tensor<i64> : tensor<i64>
  // expected-error @+1 {{a range from 0.000000 to 1.000000 by 0.000000 has too many values}}
  %0 = onnx.Range(%b, %a, %b) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
  return
}

// -----

func.func @f(%c: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-error @+1 {{the condition is 'f32', want bool}}
  %0 = onnx.Where(%c, %x, %x) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  // expected-error @+1 {{the input is 'f32', want bool}}
  %1 = onnx.Not(%x) : (tensor<4xf32>) -> tensor<*xi1>
  return
}
