#include "models/kernels/gelu.h"

#include <cstring>

#include "models/kernels/vector.h"

namespace retable::models::kernels {
namespace {

constexpr float kSlope = 0.797884561F;  // sqrt(2 / pi)
constexpr float kCubic = 0.044715F;

Vector GeluOf(Vector x) { return 0.5F * x * (1.0F + Tanh(kSlope * (x + kCubic * x * x * x))); }

Vector GradientOf(Vector x, Vector out_gradient) {
  const Vector tanh = Tanh(kSlope * (x + kCubic * x * x * x));
  const Vector inner = kSlope * (1.0F + 3.0F * kCubic * x * x);
  return out_gradient * (0.5F * (1.0F + tanh) + 0.5F * x * (1.0F - tanh * tanh) * inner);
}

// The last, incomplete vector of an array.
Vector LoadPart(const float* from, std::int64_t count) {
  float lanes[kLanes] = {};
  std::memcpy(lanes, from, sizeof(float) * count);
  return Load(lanes);
}

void StorePart(float* to, Vector value, std::int64_t count) { std::memcpy(to, &value, sizeof(float) * count); }

}  // namespace

void Gelu(const float* x, float* out, std::int64_t count) {
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) Store(out + i, GeluOf(Load(x + i)));
  if (i < count) StorePart(out + i, GeluOf(LoadPart(x + i, count - i)), count - i);
}

void GeluGradient(const float* x, const float* out_gradient, float* x_gradient, std::int64_t count) {
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    Store(x_gradient + i, GradientOf(Load(x + i), Load(out_gradient + i)));
  }
  if (i == count) return;
  const std::int64_t rest = count - i;
  StorePart(x_gradient + i, GradientOf(LoadPart(x + i, rest), LoadPart(out_gradient + i, rest)), rest);
}

}  // namespace retable::models::kernels
