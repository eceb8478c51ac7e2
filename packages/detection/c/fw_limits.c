/* The limits of packages/detection/src/limits.ts. */
#include "fw_internal.h"

#if FW_IS_BURST

/* Rotation is needed for the drop and for calm samples: without it nothing is known, and nothing is limited. */
static float burst_limit(const fw_real *x, bool has_gyro) {
  bool is_calm_known = has_gyro && !FW_IS_WAIST;
#if !FW_IS_WAIST
  bool is_knock = has_gyro && x[FW_DROP] > -FW_REAL(FW_LEAST_DROP) && x[FW_TILT] < FW_REAL(FW_LEAST_TILT);
  bool has_later = x[FW_LATER] > FW_REAL(FW_LATER_BLOW_G);
  bool is_repeated = is_calm_known && has_later && x[FW_CALM] < FW_REAL(FW_HARDLY_CALM);
  if (is_knock || is_repeated || x[FW_RATIO] < FW_REAL(FW_LARGEST_RATIO)) return FW_KNOCK_LIMIT;
#endif
  bool is_soft = x[FW_PEAK] < FW_REAL(FW_SOFT_G) && x[FW_ACTIVE] < FW_REAL(FW_SHORT_S);
  bool is_moving = is_calm_known && x[FW_CALM] < FW_REAL(FW_MOSTLY_CALM);
  return is_soft || is_moving ? FW_PROOF_LIMIT : 1;
}

#endif

float fw_limit(const fw_real *features, bool has_gyro, int age) {
  if (age < FW_DECISION_AGE) return FW_EARLY_LIMIT;
#if FW_IS_BURST
  return burst_limit(features, has_gyro);
#else
  (void)features;
  (void)has_gyro;
  return FW_PROOF_LIMIT;
#endif
}
