// The sections that show arms: their means, and every head.
#ifndef RETABLE_REPORTS_ARM_SECTIONS_H_
#define RETABLE_REPORTS_ARM_SECTIONS_H_

#include <string>
#include <vector>

#include "reports/grid.h"
#include "reports/material.h"

namespace retable::reports {

Section TableSection(const Material& material);
Section HeadsSection(const Material& material);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_ARM_SECTIONS_H_
