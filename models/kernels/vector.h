// Eight floats at a time, in the compiler's own vector type, and the few operations the kernels need.
#ifndef RETABLE_MODELS_KERNELS_VECTOR_H_
#define RETABLE_MODELS_KERNELS_VECTOR_H_

#include <cstdint>
#include <cstring>

namespace retable::models::kernels {

inline constexpr int kLanes = 8;
typedef float Vector __attribute__((vector_size(4 * kLanes)));
typedef std::int32_t IntVector __attribute__((vector_size(4 * kLanes)));

inline Vector Load(const float* from) {
  Vector value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

inline void Store(float* to, Vector value) { std::memcpy(to, &value, sizeof(value)); }

inline Vector Broadcast(float value) { return Vector{} + value; }

inline Vector Max(Vector a, Vector b) { return a > b ? a : b; }

// The lanes are added in a fixed order, so a sum has the same bits on every call.
inline float Sum(Vector v) { return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7])); }

inline float Largest(Vector v) {
  float largest = v[0];
  for (int lane = 1; lane < kLanes; ++lane) largest = v[lane] > largest ? v[lane] : largest;
  return largest;
}

// exp(x), relative error below 2.5e-7 for x in [-87, 88]; 0 below that range, clamped above it. NaN stays NaN.
// exp(x) = 2^n exp(r), n = round(x / ln 2), |r| <= ln(2)/2, exp(r) by its Taylor polynomial of degree 6.
inline Vector Exp(Vector x) {
  constexpr float kLowest = -87.0F;
  constexpr float kHighest = 88.0F;
  const IntVector underflow = x < kLowest;
  x = x > kHighest ? Broadcast(kHighest) : x;
  x = underflow ? Broadcast(kLowest) : x;
  constexpr float kRound = 12582912.0F;  // 1.5 * 2^23: adding it leaves the nearest integer in the low bits
  const Vector shifted = x * 1.44269504F + kRound;
  const Vector n = shifted - kRound;
  Vector r = x - n * 0.693359375F;
  r = r + n * 2.12194440e-4F;  // ln 2 in two parts
  Vector p = r * (1.0F / 720) + (1.0F / 120);
  p = p * r + (1.0F / 24);
  p = p * r + (1.0F / 6);
  p = p * r + 0.5F;
  p = p * r + 1.0F;
  p = p * r + 1.0F;
  IntVector bits;
  std::memcpy(&bits, &shifted, sizeof(bits));
  bits = (bits << 23) + (127 << 23);  // the integer's low bits become the exponent of 2^n
  Vector scale;
  std::memcpy(&scale, &bits, sizeof(scale));
  const Vector result = p * scale;
  return underflow ? Vector{} : result;
}

// tanh(x) = 1 - 2 / (exp(2x) + 1).
inline Vector Tanh(Vector x) { return 1.0F - 2.0F / (Exp(2.0F * x) + 1.0F); }

}  // namespace retable::models::kernels

#endif  // RETABLE_MODELS_KERNELS_VECTOR_H_
