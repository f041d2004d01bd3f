#include "stats/mixed_model.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>

#include "stats/checks.h"
#include "stats/moments.h"
#include "stats/nelder_mead.h"
#include "stats/normal.h"
#include "stats/student_t.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double kSingular = 1e-4;
constexpr Eigen::Index kMostLevels = 600;

// What the likelihood needs of the data. Legend: n rows, p columns of X, q levels of all factors together.
struct Products {
  double rows = 0;
  Matrix zz;  // q x q
  Matrix zx;  // q x p
  Vector zy;  // q
  Matrix xx;  // p x p
  Vector xy;  // p
  double yy = 0;
  std::vector<Eigen::Index> levels;  // of each factor
};

struct Profile {
  double criterion = 0;
  double residual_squares = 0;  // r^2
  Vector coefficients;
  Matrix inverse;  // (R'R)^-1
};

// places[k][i]: the column that would mark row i's level of factor k, the levels of all factors side by side.
std::vector<std::vector<Eigen::Index>> PlaceLevels(std::span<const std::vector<int>> factors,
                                                   std::size_t rows, std::vector<Eigen::Index>& levels) {
  std::vector<std::vector<Eigen::Index>> places;
  Eigen::Index columns = 0;
  for (const std::vector<int>& factor : factors) {
    RequireSameSize(rows, factor.size());
    std::map<int, Eigen::Index> place;
    auto& of_rows = places.emplace_back();
    for (int label : factor) {
      const auto [known, is_new] = place.try_emplace(label, columns);
      columns += is_new;
      of_rows.push_back(known->second);
    }
    if (place.size() >= rows)
      throw Undefined("a random factor has a level for every row: it cannot be told from noise");
    levels.push_back(static_cast<Eigen::Index>(place.size()));
  }
  if (columns > kMostLevels) {
    throw Undefined(std::to_string(columns) + " levels of random factors are more than the " +
                    std::to_string(kMostLevels) + " that are fitted; use a paired test over blocks");
  }
  return places;
}

Profile ProfileAt(const Products& products, const std::vector<double>& theta) {
  Vector scale(products.zz.rows());
  Eigen::Index first = 0;
  for (std::size_t k = 0; k < theta.size(); ++k) {
    scale.segment(first, products.levels[k]).setConstant(std::abs(theta[k]));
    first += products.levels[k];
  }
  Matrix inner = scale.asDiagonal() * products.zz * scale.asDiagonal();
  inner.diagonal().array() += 1;
  const Eigen::LLT<Matrix> left(inner);
  const Matrix zx = left.matrixL().solve(scale.asDiagonal() * products.zx);
  const Vector zy = left.matrixL().solve(scale.asDiagonal() * products.zy);
  const Eigen::LLT<Matrix> right(products.xx - zx.transpose() * zx);
  const Vector reduced = products.xy - zx.transpose() * zy;
  Profile profile;
  profile.coefficients = right.solve(reduced);
  profile.residual_squares = products.yy - zy.squaredNorm() - profile.coefficients.dot(reduced);
  const double df = products.rows - static_cast<double>(products.xx.rows());
  const Matrix l = left.matrixL();
  const Matrix r = right.matrixL();
  profile.criterion =
      2 * l.diagonal().array().log().sum() + 2 * r.diagonal().array().log().sum() +
      df * (1 + std::log(2 * std::numbers::pi * std::max(profile.residual_squares, 0.0) / df));
  profile.inverse = right.solve(Matrix::Identity(products.xx.rows(), products.xx.cols()));
  return profile;
}

std::vector<double> BestTheta(const Products& products, std::size_t factors) {
  auto criterion = [&](const std::vector<double>& theta) { return ProfileAt(products, theta).criterion; };
  std::vector<double> theta = MinimizeBySimplex(criterion, std::vector<double>(factors, 1.0), 0.5);
  for (double& value : theta) value = std::abs(value);
  // The search closes in on a bound without reaching it.
  for (double& value : theta) {
    const double inside = std::exchange(value, 0.0);
    const double at_bound = criterion(theta);
    value = inside;
    if (inside < 0.01 && at_bound <= criterion(theta) + 1e-9) value = 0;
  }
  return theta;
}

void CheckModel(std::span<const double> response, const MatrixView& fixed,
                std::span<const std::vector<int>> factors) {
  RequireFinite(response, "response");
  RequireTable(fixed);
  RequireSameSize(response.size(), fixed.rows);
  RequireAtLeast(factors.size(), 1, "random factor");
  RequireAtLeast(fixed.rows, fixed.columns + 1, "row");
}

Vector LeastSquares(const Matrix& x, const Vector& y) {
  Eigen::ColPivHouseholderQR<Matrix> ordinary;
  ordinary.setThreshold(1e-10);
  ordinary.compute(x);
  if (ordinary.rank() < x.cols()) throw Undefined("columns of the fixed part depend on each other");
  return ordinary.solve(y);
}

// Z'Z, Z'x and Z'y are counts and sums over the rows of a level; Z itself, rows x levels, is never made.
Products Multiply(const Matrix& x, const Vector& y, std::span<const std::vector<int>> factors) {
  Products products;
  const auto places = PlaceLevels(factors, static_cast<std::size_t>(y.size()), products.levels);
  const Eigen::Index q = std::accumulate(products.levels.begin(), products.levels.end(), Eigen::Index{0});
  products.rows = static_cast<double>(y.size());
  products.zz = Matrix::Zero(q, q);
  products.zx = Matrix::Zero(q, x.cols());
  products.zy = Vector::Zero(q);
  for (Eigen::Index row = 0; row < y.size(); ++row) {
    for (const auto& place : places) {
      const Eigen::Index level = place[static_cast<std::size_t>(row)];
      products.zx.row(level) += x.row(row);
      products.zy[level] += y[row];
      for (const auto& other : places) products.zz(level, other[static_cast<std::size_t>(row)]) += 1;
    }
  }
  products.xx = x.transpose() * x;
  products.xy = x.transpose() * y;
  products.yy = y.squaredNorm();
  return products;
}

}  // namespace

MixedModelResult FitMixedModel(std::span<const double> response, const MatrixView& fixed,
                               std::span<const std::vector<int>> factors) {
  CheckModel(response, fixed, factors);
  const Matrix x = Eigen::Map<const RowMajor>(fixed.values.data(), static_cast<Eigen::Index>(fixed.rows),
                                              static_cast<Eigen::Index>(fixed.columns));
  const Vector y = Eigen::Map<const Vector>(response.data(), static_cast<Eigen::Index>(response.size()));
  // Least squares first: the mixed model works on what they leave, in units of its size.
  const Vector start = LeastSquares(x, y);
  const Vector residual = y - x * start;
  const double unit = residual.stableNorm() / std::sqrt(static_cast<double>(fixed.rows));
  if (IsRounding(unit, y.cwiseAbs().maxCoeff()))
    throw Undefined("the fixed part explains everything: nothing is random");

  if (!std::isfinite(unit))
    throw Undefined("the responses are too large for a double; give them in another unit");
  const Products products = Multiply(x, residual / unit, factors);
  const std::vector<double> theta = BestTheta(products, factors.size());
  const Profile best = ProfileAt(products, theta);
  if (!(best.residual_squares > 0))
    throw Undefined("the levels explain everything: no residual is left to compare with");
  const double df = products.rows - static_cast<double>(x.cols());
  MixedModelResult result;
  result.residual_sd = unit * std::sqrt(best.residual_squares / df);
  result.reml_criterion = best.criterion + 2 * df * std::log(unit);
  for (Eigen::Index j = 0; j < x.cols(); ++j) {
    result.coefficients.push_back(start[j] + unit * best.coefficients[j]);
    result.standard_errors.push_back(result.residual_sd * std::sqrt(best.inverse(j, j)));
  }
  for (double value : theta) {
    result.factor_sds.push_back(value * result.residual_sd);
    if (value < kSingular) result.fit = Fit::kSingular;
  }
  return result;
}

namespace {

struct Cell {
  double sum = 0;
  std::size_t runs = 0;
};

// Seeds averaged within arm and block; arm - reference for each common block, by block label.
std::map<int, double> BlockDifferences(std::span<const Measurement> runs, int arm, int reference) {
  std::map<int, std::pair<Cell, Cell>> cells;
  for (const Measurement& run : runs) {
    if (run.arm != arm && run.arm != reference) continue;
    auto& [of_arm, of_reference] = cells[run.block];
    Cell& cell = run.arm == arm ? of_arm : of_reference;
    cell.sum += run.response;
    ++cell.runs;
  }
  std::map<int, double> differences;
  for (const auto& [block, pair] : cells) {
    const auto& [of_arm, of_reference] = pair;
    if (of_arm.runs == 0 || of_reference.runs == 0) continue;
    differences[block] = of_arm.sum / static_cast<double>(of_arm.runs) -
                         of_reference.sum / static_cast<double>(of_reference.runs);
  }
  return differences;
}

struct Design {
  std::vector<double> response;
  std::vector<double> fixed;  // n x 2: 1, is arm
  std::vector<int> blocks;
  std::vector<int> seeds;
};

Design BuildDesign(std::span<const Measurement> runs, int arm, int reference,
                   const std::map<int, double>& common) {
  Design design;
  for (const Measurement& run : runs) {
    if ((run.arm != arm && run.arm != reference) || !common.contains(run.block)) continue;
    design.response.push_back(run.response);
    design.fixed.push_back(1);
    design.fixed.push_back(run.arm == arm ? 1 : 0);
    design.blocks.push_back(run.block);
    design.seeds.push_back(run.seed);
  }
  return design;
}

bool HasSeveralLevels(const std::vector<int>& labels) {
  return std::any_of(labels.begin(), labels.end(), [&](int label) { return label != labels[0]; });
}

void UsePairedT(const std::map<int, double>& differences, const ArmComparisonOptions& options,
                ArmComparison& comparison) {
  std::vector<double> values;
  for (const auto& [block, difference] : differences) values.push_back(difference);
  const StudentTResult paired = OneSampleT(values, {.side = options.side, .confidence = options.confidence});
  comparison.method = ArmComparisonMethod::kPairedT;
  comparison.estimate = paired.mean;
  comparison.standard_error = paired.standard_error;
  comparison.t = paired.t;
  comparison.p = paired.p;
  comparison.interval = paired.interval;
}

void UseModel(const MixedModelResult& model, const ArmComparisonOptions& options, ArmComparison& comparison) {
  comparison.method = ArmComparisonMethod::kMixedModel;
  comparison.estimate = model.coefficients[1];
  comparison.standard_error = model.standard_errors[1];
  comparison.t = comparison.estimate / comparison.standard_error;
  comparison.p = PValue(StudentTails(comparison.t, comparison.df), options.side);
  const double tail = (1 - options.confidence) / (options.side == Side::kTwoSided ? 2 : 1);
  const double reach = StudentQuantile(1 - tail, comparison.df) * comparison.standard_error;
  comparison.interval = {.low = options.side == Side::kLess ? -HUGE_VAL : comparison.estimate - reach,
                         .high = options.side == Side::kGreater ? HUGE_VAL : comparison.estimate + reach,
                         .confidence = options.confidence};
}

}  // namespace

ArmComparison CompareArms(std::span<const Measurement> runs, int arm, int reference,
                          const ArmComparisonOptions& options) {
  RequireLevel(options.confidence, "confidence");
  if (arm == reference) throw Undefined("an arm is not compared with itself");
  for (const Measurement& run : runs) RequireFinite(std::span(&run.response, 1), "response");
  const std::map<int, double> differences = BlockDifferences(runs, arm, reference);
  RequireAtLeast(differences.size(), 2, "block that holds both arms");
  const Design design = BuildDesign(runs, arm, reference, differences);
  std::vector<std::vector<int>> factors = {design.blocks};
  if (HasSeveralLevels(design.seeds)) factors.push_back(design.seeds);
  const MixedModelResult model =
      FitMixedModel(design.response, {design.fixed, design.response.size(), 2}, factors);

  ArmComparison comparison;
  comparison.df = static_cast<double>(differences.size() - 1);
  comparison.block_sd = model.factor_sds[0];
  if (factors.size() == 2) comparison.seed_sd = model.factor_sds[1];
  comparison.residual_sd = model.residual_sd;
  if (model.fit == Fit::kSingular) {
    UsePairedT(differences, options, comparison);
  } else {
    UseModel(model, options, comparison);
  }
  return comparison;
}

}  // namespace retable::stats
