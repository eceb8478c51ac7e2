/* The features of packages/detection/src/features/burstShape.ts. */
#include "fw_internal.h"

#if FW_IS_BURST

/* Largest and smallest value of the signal smoothed over five samples. */
static void write_smoothed(const fw_detector *d, int p, fw_real *out) {
  int k = d->length;
  fw_real peak = 0;
  for (int c = fw_max(2, p - 12); c < fw_min(k - 2, p + 13); c++) {
    fw_real length = fw_length(fw_sum_accel(d, (fw_span){c - 2, c + 3})) * FW_G_PER_UNIT;
    peak = fw_larger(peak, length / 5);
  }
  bool is_found = false;
  fw_real least = d->a[p];
  for (int c = fw_max(2, p - 25); c <= fw_min(k - 3, p); c++) {
    fw_real mean = fw_sum(d->a, (fw_span){c - 2, c + 3}) / 5;
    least = is_found ? fw_smaller(least, mean) : mean;
    is_found = true;
  }
  out[21] = peak > 0 ? peak : d->a[p];
  out[22] = least;
}

static void write_pulse(const fw_detector *d, int p, fw_real *out) {
  int k = d->length;
  int active = 0;
  for (int i = fw_max(0, p - 50); i < fw_min(k, p + 50); i++) {
    if (fw_abs(d->a[i] - 1) > FW_REAL(0.4)) active++;
  }
  fw_real half = 1 + FW_REAL(0.5) * (d->a[p] - 1);
  int left = p;
  int right = p;
  while (left > 0 && d->a[left - 1] > half) left--;
  while (right + 1 < k && d->a[right + 1] > half) right++;
  out[25] = FW_REAL(active) * FW_DT;
  out[26] = fw_deviation(d->a, (fw_span){fw_min(k, p + 5), fw_min(k, p + 25)}, FW_REAL(0.3));
  out[32] = FW_REAL(right - left + 1) * FW_DT;
}

/* Separate impacts of comparable size around the candidate: applause, knocking, hammering, running. */
static int other_hits(const fw_detector *d, int p) {
  fw_real least = fw_larger(FW_REAL(1.4), 1 + FW_REAL(0.5) * (d->a[p] - 1));
  int count = 0;
  int previous = -5;
  for (int i = fw_max(1, p - 100); i < fw_min(d->length - 1, p + 75); i++) {
    fw_real a = d->a[i];
    if (a < least || a < d->a[i - 1] || a < d->a[i + 1]) continue;
    int distance = i > p ? i - p : p - i;
    if (distance < 5 || i - previous < 5) continue;
    previous = i;
    count++;
  }
  return count;
}

static fw_real cosine(fw_sums one, fw_sums other) {
  return fw_cos(fw_angle(one, other) * FW_REAL(0.017453292519943295));
}

/* Whether the impact pushed upwards (a body landing) or sideways (hands meeting). */
static void write_direction(const fw_detector *d, const fw_spans *spans, int p, fw_real *out) {
  int k = d->length;
  fw_sums impact = fw_sum_accel(d, (fw_span){fw_max(0, p - 2), fw_min(k, p + 3)});
  fw_sums before = fw_sum_accel(d, spans->before);
  fw_sums after = fw_sum_accel(d, spans->after);
  out[29] = spans->before.to > spans->before.from ? cosine(before, impact) : FW_REAL(0.7);
  out[30] = spans->after.to > spans->after.from ? cosine(after, impact) : FW_REAL(0.7);
  fw_real length = fw_length(after);
  fw_real impulse = 0;
  if (length > 0) {
    fw_span near = {fw_max(0, p - 4), fw_min(k, p + 8)};
    fw_sums sum = fw_sum_accel(d, near);
    int64_t dot = (int64_t)sum.x * after.x + (int64_t)sum.y * after.y + (int64_t)sum.z * after.z;
    impulse = (fw_real)dot / length * FW_G_PER_UNIT - FW_REAL(near.to - near.from);
  }
  out[31] = impulse * FW_DT * FW_GRAVITY;
}

void fw_burst_shape(const fw_detector *d, const fw_spans *spans, int p, fw_real *out) {
  write_smoothed(d, p, out);
  write_pulse(d, p, out);
  out[33] = FW_REAL(other_hits(d, p));
  write_direction(d, spans, p, out);
}

#endif
