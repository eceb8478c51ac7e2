#include "fw_internal.h"

void fw_detector_init(fw_detector *detector) {
  detector->count = 0;
  detector->uptime_ms = 0;
  detector->newest_age_ms = 0;
#if FW_IS_BURST
  detector->length = 0;
#endif
}

/* Magnitudes of each second of the window, in g and °/s. */
static void measure_seconds(const fw_detector *d, fw_real *a, fw_real *w) {
  for (int i = 0; i < d->count; i++) {
    a[i] = fw_magnitude(d->accel[i], FW_G_PER_UNIT);
    w[i] = d->turn[i] < 0 ? 0 : FW_REAL(d->turn[i]) * FW_TURN_PER_UNIT;
  }
}

#if FW_IS_INSTANT
/* An instant rarely shows the impact itself: any sign of movement makes it a candidate. */
static bool is_candidate(const fw_detector *d, const fw_real *a, const fw_real *w, int i) {
  (void)d;
  fw_real weightless = FW_REAL(FW_WEIGHTLESS_G);
  if (a[i] < weightless && i > 0 && a[i - 1] < weightless) return false;
  return fw_abs(a[i] - 1) > FW_REAL(FW_MOVED_G) || w[i] > FW_REAL(FW_TURNED_RATE);
}
#else
/* Large enough, not smaller than the second before it, and not exceeded by the one after it. */
static bool is_candidate(const fw_detector *d, const fw_real *a, const fw_real *w, int i) {
  (void)w;
  if (!(a[i] >= FW_REAL(FW_IMPACT_G))) return false;
  if (i > 0 && a[i] < a[i - 1]) return false;
  return i == d->count - 1 || a[i + 1] <= a[i];
}
#endif

#if FW_IS_BURST
/* The largest sample of second `i`. */
static int find_peak(const fw_detector *d, int i) {
  int from = 0;
  for (int n = 0; n < i; n++) from += d->samples_in[n];
  int best = from;
  for (int n = from; n < from + d->samples_in[i]; n++) {
    if (d->a[n] > d->a[best]) best = n;
  }
  return best;
}
#endif

#if FW_IS_INSTANT
/* Without a gyroscope the rotation is estimated from the deviation of the acceleration from 1 g. */
static void estimate_turn(fw_real *out) {
  out[2] = FW_REAL(FW_REST_TURN) + FW_REAL(FW_TURN_PER_G) * fw_abs(out[0] - 1);
  for (int n = 0; n < FW_STAND_INS; n++) {
    out[fw_stand_in[n][0]] = FW_REAL(FW_REST_TURN) + FW_REAL(FW_TURN_PER_G) * out[fw_stand_in[n][1]];
  }
}
#endif

#if FW_IS_INSTANT
/*
 * An extreme instant is an alert without waiting for the seconds after it, if each second before it was quiet or such
 * an alert itself.
 */
static bool alerts_at_once(const fw_real *a, const fw_real *w, int last) {
  bool alerts[FW_SECONDS];
  for (int i = 0; i <= last; i++) {
    alerts[i] = a[i] >= FW_REAL(FW_EXTREME_G) && w[i] >= FW_REAL(FW_EXTREME_TURN_RATE);
    for (int n = fw_max(0, i - FW_QUIET_SECONDS); n < i; n++) {
      if (a[n] >= FW_REAL(FW_QUIET_G) && !alerts[n]) alerts[i] = false;
    }
  }
  return alerts[last];
}
#endif

static float assess_candidate(const fw_detector *d, const fw_real *a, const fw_real *w, int i) {
  int age = d->count - 1 - i;
  bool has_gyro = d->turn[i] >= 0 && d->turn[d->count - 1] >= 0;
  fw_real features[FW_FEATURES];
#if FW_IS_BURST
  (void)a;
  (void)w;
  fw_burst_features(d, find_peak(d, i), features);
#else
  fw_second_features(d, a, w, i, features);
#endif
#if FW_IS_INSTANT
  if (!has_gyro) estimate_turn(features);
  has_gyro = true;
#endif
  float confidence = fw_score(features, has_gyro, age);
  float limit = fw_limit(features, has_gyro, age);
  return confidence < limit ? confidence : limit;
}

static fw_verdict to_verdict(float confidence) {
  int rounded = (int)(confidence * 10000.0F + 0.5F);
  int level = FW_NO_FALL;
  while (level < FW_CONFIRMED && rounded > fw_level_bounds[level]) level++;
  return (fw_verdict){(float)rounded / 10000.0F, (fw_level)level};
}

fw_verdict fw_detector_assess(fw_detector *d, const fw_second *second) {
  if (!fw_add_second(d, second)) return (fw_verdict){0, FW_NO_FALL};
  fw_real a[FW_SECONDS];
  fw_real w[FW_SECONDS];
  measure_seconds(d, a, w);
  int last = d->count - 1;
  float best = 0;
  for (int i = last; i >= fw_max(0, last - FW_OLDEST_AGE); i--) {
    if (!is_candidate(d, a, w, i)) continue;
    float confidence = assess_candidate(d, a, w, i);
    if (confidence > best) best = confidence;
  }
#if FW_IS_INSTANT
  if (alerts_at_once(a, w, last) && best < FW_RULED_CONFIDENCE) best = FW_RULED_CONFIDENCE;
#endif
  return to_verdict(best);
}
