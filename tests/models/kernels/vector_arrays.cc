#include "tests/models/kernels/vector_arrays.h"

#include "models/kernels/block_product.h"
#include "models/kernels/vector.h"

namespace retable::models::kernels {
namespace {

template <typename Function>
std::vector<float> Of(std::vector<float> x, Function function) {
  const std::size_t count = x.size();
  x.resize((count + kLanes - 1) / kLanes * kLanes);
  for (std::size_t i = 0; i < x.size(); i += kLanes) Store(&x[i], function(Load(&x[i])));
  x.resize(count);
  return x;
}

}  // namespace

std::vector<float> ExpOf(const std::vector<float>& x) {
  return Of(x, [](Vector v) { return Exp(v); });
}

std::vector<float> TanhOf(const std::vector<float>& x) {
  return Of(x, [](Vector v) { return Tanh(v); });
}

float SumOf(const std::vector<float>& eight) { return Sum(Load(eight.data())); }

float LargestOf(const std::vector<float>& eight) { return Largest(Load(eight.data())); }

std::vector<float> PanelOf(int columns, int depth, const std::vector<float>& a, Stored stored,
                           const std::vector<float>& b) {
  std::vector<float> c(4 * columns);
  const Strided strided = stored == Stored::kRows ? Strided{a.data(), depth, 1} : Strided{a.data(), 1, 4};
  RowPanel<4>(columns, depth, strided, b.data(), columns, c.data(), columns);
  return c;
}

}  // namespace retable::models::kernels
