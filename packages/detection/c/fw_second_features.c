/* The features of packages/detection/src/features/secondFeatures.ts, in the same order. */
#include "fw_internal.h"

#if !FW_IS_BURST

/* What several seconds have in common. */
typedef struct {
  fw_sums sums;
  fw_real unrest, turn, largest, least_unrest;
} summary;

static summary summarise(const fw_detector *d, const fw_real *a, const fw_real *w, fw_span span) {
  summary found = {{0, 0, 0}, 0, 0, 0, fw_abs(a[span.from] - 1)};
  for (int n = span.from; n < span.to; n++) {
    fw_real distance = fw_abs(a[n] - 1);
    found.sums.x += d->accel[n][0];
    found.sums.y += d->accel[n][1];
    found.sums.z += d->accel[n][2];
    found.unrest += distance;
    found.turn += w[n];
    found.largest = fw_larger(found.largest, a[n]);
    found.least_unrest = fw_smaller(found.least_unrest, distance);
  }
  found.unrest /= FW_REAL(span.to - span.from);
  found.turn /= FW_REAL(span.to - span.from);
  return found;
}

static fw_sums axes(const fw_detector *d, int i) {
  return (fw_sums){d->accel[i][0], d->accel[i][1], d->accel[i][2]};
}

void fw_second_features(const fw_detector *d, const fw_real *a, const fw_real *w, int i, fw_real *out) {
  int j = d->count - 1;
  /* No history: assume a person at rest, in the posture of this reading. */
  summary before = {axes(d, i), FW_REAL(0.05), 5, 1, 0};
  if (i > 0) before = summarise(d, a, w, (fw_span){fw_max(0, i - 4), i});
  summary after = {{0, 0, 0}, FW_REAL(0.3), 60, FW_REAL(1.5), FW_REAL(0.3)};
  if (j > i) after = summarise(d, a, w, (fw_span){i + 1, j + 1});
  fw_real previous = i > 0 ? a[i - 1] : a[i];
  out[0] = a[i];
  out[1] = fw_log(fw_larger(a[i], FW_REAL(0.05)));
  out[2] = w[i];
  out[3] = fw_smaller(previous, a[i]);
  if (j > i) out[3] = fw_smaller(out[3], a[i + 1]);
  out[4] = a[i] - previous;
  out[5] = before.unrest;
  out[6] = before.turn;
  out[7] = before.largest;
  out[8] = after.unrest;
  out[9] = after.turn;
  out[10] = after.largest;
  out[11] = after.least_unrest;
  out[12] = fw_abs(a[j] - 1);
  out[13] = w[j];
  out[14] = fw_angle(before.sums, after.sums);
  out[15] = fw_angle(before.sums, axes(d, j));
  out[16] = a[i] / fw_larger(fw_larger(before.largest, after.largest), FW_REAL(0.05));
}

#endif
