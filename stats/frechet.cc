#include "stats/frechet.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <string>

#include "stats/checks.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using EigenSolver = Eigen::SelfAdjointEigenSolver<Matrix>;

constexpr std::size_t kMostDimensions = 4096;    // minutes
constexpr std::size_t kMostSmallSamples = 4096;  // likewise
constexpr double kRounding = 1e-8;               // of the largest eigenvalue

Eigen::Map<const RowMajor> AsEigen(const MatrixView& matrix) {
  return {matrix.values.data(), static_cast<Eigen::Index>(matrix.rows),
          static_cast<Eigen::Index>(matrix.columns)};
}

struct Moments {
  Vector mean;
  Matrix centred;  // N x D
};

Moments Centre(const MatrixView& features) {
  RequireTable(features);
  RequireAtLeast(features.rows, 2, "sample");
  Moments moments;
  moments.mean = AsEigen(features).colwise().mean();
  moments.centred = AsEigen(features).rowwise() - moments.mean.transpose();
  return moments;
}

Matrix Covariance(const Moments& moments) {
  const Eigen::Index dimension = moments.centred.cols();
  Matrix covariance = Matrix::Zero(dimension, dimension);
  covariance.selfadjointView<Eigen::Lower>().rankUpdate(
      moments.centred.transpose(), 1.0 / static_cast<double>(moments.centred.rows() - 1));
  return covariance.selfadjointView<Eigen::Lower>();
}

void RequireNotNegative(const Vector& ascending) {
  const double largest = ascending.size() == 0 ? 0 : ascending[ascending.size() - 1];
  if (ascending.size() > 0 && ascending[0] < -kRounding * std::max(largest, 0.0)) {
    throw Undefined("a covariance has a negative eigenvalue beyond rounding: it is no covariance");
  }
}

// L with L L' = covariance, D x D.
Matrix Root(const Matrix& covariance) {
  const Eigen::LLT<Matrix> cholesky(covariance);
  if (cholesky.info() == Eigen::Success) return cholesky.matrixL();
  const EigenSolver solver(covariance);  // semidefinite
  RequireNotNegative(solver.eigenvalues());
  return solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
}

FrechetResult Combine(const Vector& mean_a, const Vector& mean_b, double traces, double root_trace) {
  if (!std::isfinite(traces) || !std::isfinite(root_trace) ||
      !std::isfinite((mean_a - mean_b).squaredNorm())) {
    throw Undefined("the squared distance is too large for a double; give the features in another unit");
  }
  FrechetResult result;
  result.mean_part = (mean_a - mean_b).squaredNorm();
  const double squared = result.mean_part + traces - 2 * root_trace;
  result.squared_distance = std::max(0.0, squared);
  result.raised = std::max(0.0, -squared);
  return result;
}

FrechetResult Distance(const Vector& mean_a, const Matrix& a, const Vector& mean_b, const Matrix& b) {
  const Matrix root = Root(a);
  const Matrix half = b.selfadjointView<Eigen::Lower>() * root;
  const Matrix product = root.transpose() * half;
  const EigenSolver solver(product,
                           Eigen::EigenvaluesOnly);  // reads the lower triangle: symmetric by construction
  const Vector& eigenvalues = solver.eigenvalues();
  RequireNotNegative(eigenvalues);
  FrechetResult result =
      Combine(mean_a, mean_b, a.trace() + b.trace(), eigenvalues.cwiseMax(0).cwiseSqrt().sum());
  result.clamped_mass = -eigenvalues.cwiseMin(0).sum();
  return result;
}

void CheckGaussian(const Gaussian& gaussian) {
  RequireTable(gaussian.covariance);
  RequireFinite(gaussian.mean, "mean");
  RequireSameSize(gaussian.mean.size(), gaussian.covariance.rows);
  RequireSameSize(gaussian.mean.size(), gaussian.covariance.columns);
  const auto matrix = AsEigen(gaussian.covariance);
  if ((matrix - matrix.transpose()).cwiseAbs().maxCoeff() > kRounding * matrix.cwiseAbs().maxCoeff()) {
    throw Undefined("a covariance is not symmetric");
  }
}

Vector AsVector(std::span<const double> values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
}

void RequireDimension(std::size_t dimension) {
  if (dimension > kMostDimensions) {
    throw Undefined(std::to_string(dimension) + " features are more than the " +
                    std::to_string(kMostDimensions) +
                    " that are kept; the small-sample form serves any number of them");
  }
}

void RequireMoreThanDimension(const MatrixView& features) {
  if (features.rows <= features.columns) {
    throw Undefined(std::to_string(features.rows) + " samples of " + std::to_string(features.columns) +
                    " features have a singular covariance; give more samples than features, or ask for the "
                    "small-sample form and compare only equal numbers of samples");
  }
}

}  // namespace

FrechetResult FrechetDistance(const Gaussian& a, const Gaussian& b) {
  RequireDimension(a.covariance.columns);
  CheckGaussian(a);
  CheckGaussian(b);
  RequireSameSize(a.mean.size(), b.mean.size());
  const Matrix covariance_b = AsEigen(b.covariance);
  RequireNotNegative(Eigen::LLT<Matrix>(covariance_b).info() == Eigen::Success
                         ? Vector()
                         : EigenSolver(covariance_b, Eigen::EigenvaluesOnly).eigenvalues());
  return Distance(AsVector(a.mean), AsEigen(a.covariance), AsVector(b.mean), covariance_b);
}

FrechetResult FeatureFrechetDistance(const MatrixView& a, const MatrixView& b) {
  RequireSameSize(a.columns, b.columns);
  RequireDimension(a.columns);
  RequireMoreThanDimension(a);
  RequireMoreThanDimension(b);
  const Moments of_a = Centre(a);
  const Moments of_b = Centre(b);
  return Distance(of_a.mean, Covariance(of_a), of_b.mean, Covariance(of_b));
}

FrechetResult SmallSampleFrechetDistance(const MatrixView& a, const MatrixView& b) {
  RequireSameSize(a.columns, b.columns);
  if (std::max(a.rows, b.rows) > kMostSmallSamples) {
    throw Undefined("the small-sample form is kept up to " + std::to_string(kMostSmallSamples) +
                    " samples; use the other");
  }
  const Moments of_a = Centre(a);
  const Moments of_b = Centre(b);
  const double norm_a = static_cast<double>(a.rows - 1);
  const double norm_b = static_cast<double>(b.rows - 1);
  const Matrix cross = of_a.centred * of_b.centred.transpose();
  const double nuclear = Eigen::BDCSVD<Matrix>(cross).singularValues().sum() / std::sqrt(norm_a * norm_b);
  const double traces = of_a.centred.squaredNorm() / norm_a + of_b.centred.squaredNorm() / norm_b;
  return Combine(of_a.mean, of_b.mean, traces, nuclear);
}

}  // namespace retable::stats
