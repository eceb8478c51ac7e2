#include "fw_internal.h"

#if FW_IS_BURST

/* Rounds half up, as the service does. */
static int round_half_up(double value) {
  double whole = floor(value);
  return (int)(value - whole >= 0.5 ? whole + 1 : whole);
}

/* Axes 0 to 2 are the acceleration, 3 to 5 the rotation. */
static int16_t *axis_of(fw_motion *motion, int axis) {
  return axis < 3 ? &motion->accel[axis] : &motion->gyro[axis - 3];
}

static int16_t read_axis(const fw_motion *motion, int axis) {
  return axis < 3 ? motion->accel[axis] : motion->gyro[axis - 3];
}

/*
 * Mean of one axis over samples `first` to `end` (exclusive), rounded. The service divides decimals such as 9.81 and
 * rounds the result: only a mean exactly between two integers needs the same arithmetic to be rounded the same way.
 */
static int16_t mean_axis(const fw_motion *in, int axis, int first, int end) {
  int32_t n = end - first;
  int32_t sum = 0;
  for (int i = first; i < end; i++) sum += read_axis(&in[i], axis);
  int32_t doubled = 2 * sum + n;
  int32_t rest = doubled % (2 * n);
  if (rest != 0) return (int16_t)(doubled / (2 * n) - (rest < 0 ? 1 : 0));
  int per_unit = axis < 3 ? FW_ACCEL_PER_UNIT : FW_TURN_PER_DEGREE;
  double decimal = 0;
  for (int i = first; i < end; i++) decimal += (double)read_axis(&in[i], axis) / per_unit;
  return (int16_t)round_half_up(decimal / n * per_unit);
}

/* Brings the second to 25 Hz; returns the number of samples. A long second is cut to its latest part. */
int fw_resample(const fw_second *second, fw_motion *out) {
  int32_t available = second->count;
  if (second->rate_hz == 0) return 0;
  int32_t rate_hz = second->rate_hz;
  int32_t bins = ((int32_t)2 * available * FW_BURST_HZ + rate_hz) / (2 * rate_hz);
  if (bins < 1) return 0;
  int count = bins < FW_MOST_SAMPLES ? (int)bins : FW_MOST_SAMPLES;
  double per_bin = (double)available / bins;
  int axes = second->has_gyro ? 6 : 3;
  for (int bin = 0; bin < count; bin++) {
    double from = (bins - count + bin) * per_bin;
    int first = fw_min(round_half_up(from), available - 1);
    int end = fw_max(first + 1, fw_min(round_half_up(from + per_bin), available));
    out[bin] = (fw_motion){{0, 0, 0}, {0, 0, 0}};
    for (int axis = 0; axis < axes; axis++) {
      *axis_of(&out[bin], axis) = mean_axis(second->samples, axis, first, end);
    }
  }
  return count;
}

int fw_largest_sample(const fw_motion *samples, int count) {
  int best = 0;
  for (int i = 1; i < count; i++) {
    if (fw_squared(samples[i].accel) > fw_squared(samples[best].accel)) best = i;
  }
  return best;
}

#endif
