/* The features of packages/detection/src/features/burstFeatures.ts, in the same order; seconds are 25 samples. */
#include "fw_internal.h"

#if FW_IS_BURST

static fw_spans spans_around(int p, int k) {
  fw_spans spans;
  spans.before.from = fw_max(0, p - 75);
  spans.before.to = fw_max(0, p - 19);
  spans.after.from = fw_min(k, p + 19);
  spans.after.to = fw_min(k, p + 125);
  spans.last.from = fw_max(0, k - FW_BURST_HZ);
  spans.last.to = k;
  return spans;
}

static bool is_empty(fw_span span) { return span.to <= span.from; }

/* n² times the variance of one axis: exact, because the samples are integers. */
static int64_t scaled_variance(const fw_detector *d, fw_span span, int axis) {
  int64_t sum = 0;
  int64_t squares = 0;
  for (int i = span.from; i < span.to; i++) {
    int32_t value = d->samples[i].accel[axis];
    sum += value;
    squares += (int64_t)value * value;
  }
  return (span.to - span.from) * squares - sum * sum;
}

static fw_real spread(const fw_detector *d, fw_span span) {
  int64_t variance = 0;
  for (int axis = 0; axis < 3; axis++) variance += scaled_variance(d, span, axis);
  return fw_sqrt((fw_real)variance) / FW_REAL(span.to - span.from) * FW_G_PER_UNIT;
}

static void write_impact(const fw_detector *d, int p, fw_real *out) {
  int k = d->length;
  fw_real peak = d->a[p];
  int from = fw_max(0, p - 25);
  int below = 0;
  fw_real deficit = 0;
  fw_real dip = d->a[from];
  for (int i = from; i <= p; i++) {
    if (d->a[i] < FW_REAL(0.7)) below++;
    if (d->a[i] < 1) deficit += 1 - d->a[i];
    dip = fw_smaller(dip, d->a[i]);
  }
  out[0] = peak;
  out[1] = fw_log(fw_larger(peak, FW_REAL(0.05)));
  out[2] = dip;
  out[3] = FW_REAL(below) * FW_DT;
  out[4] = FW_GRAVITY * deficit * FW_DT;
  out[5] = peak - dip;
  out[6] = fw_largest(d->w, (fw_span){from, fw_min(k, p + 13)}, 0);
  out[7] = fw_sum(d->w, (fw_span){from, fw_min(k, p + 25)}) * FW_DT;
  out[8] = spread(d, (fw_span){fw_max(0, p - 12), fw_min(k, p + 13)});
}

static void write_postures(const fw_detector *d, const fw_spans *spans, fw_real *out) {
  fw_sums before = fw_sum_accel(d, spans->before);
  fw_sums last = fw_sum_accel(d, spans->last);
  fw_span settled = {spans->after.from, fw_min(spans->after.to, spans->after.from + FW_BURST_HZ)};
  /* The angle is 0 if one of the spans is empty. */
  out[9] = fw_angle(before, fw_sum_accel(d, spans->after));
  out[10] = fw_angle(before, last);
  out[28] = fw_angle(fw_sum_accel(d, settled), last);
  out[34] = fw_smaller(out[9], out[10]);
}

/* Mean distance from 1 g, and share of calm samples. */
static void write_calm(const fw_detector *d, fw_span span, fw_real *out) {
  fw_real unrest = 0;
  int calm = 0;
  for (int i = span.from; i < span.to; i++) {
    fw_real distance = fw_abs(d->a[i] - 1);
    unrest += distance;
    if (distance < FW_REAL(0.12) && d->w[i] < 25) calm++;
  }
  fw_real count = FW_REAL(span.to - span.from);
  out[12] = is_empty(span) ? FW_REAL(0.3) : unrest / count;
  out[35] = is_empty(span) ? FW_REAL(0.3) : FW_REAL(calm) / count;
}

static void write_rest(const fw_detector *d, const fw_spans *spans, int p, fw_real *out) {
  out[11] = fw_deviation(d->a, spans->after, FW_REAL(0.3));
  out[13] = fw_mean(d->w, spans->after, 60);
  out[14] = fw_deviation(d->a, spans->last, FW_REAL(0.3));
  out[15] = fw_mean(d->w, spans->last, 60);
  out[16] = fw_deviation(d->a, spans->before, FW_REAL(0.05));
  out[17] = fw_mean(d->w, spans->before, 5);
  /* Less than 1.2 s of history is too short to show earlier impacts. */
  fw_span earlier = {fw_max(0, p - 100), fw_max(0, p - 25)};
  fw_real largest_before = p >= 30 ? fw_largest(d->a, earlier, 1) : 1;
  fw_real largest_after = fw_largest(d->a, spans->after, 1);
  out[18] = d->a[p] / fw_larger(fw_larger(largest_before, largest_after), FW_REAL(0.05));
  out[19] = largest_after;
  out[20] = largest_before;
  write_calm(d, spans->after, out);
}

void fw_burst_features(const fw_detector *d, int p, fw_real *out) {
  fw_spans spans = spans_around(p, d->length);
  write_impact(d, p, out);
  write_postures(d, &spans, out);
  write_rest(d, &spans, p, out);
  fw_burst_shape(d, &spans, p, out);
  fw_burst_motion(d, p, out);
}

#endif
