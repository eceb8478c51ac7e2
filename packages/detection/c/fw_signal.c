#include "fw_internal.h"

#if FW_IS_BURST

fw_sums fw_sum_accel(const fw_detector *d, fw_span span) {
  fw_sums sums = {0, 0, 0};
  for (int i = span.from; i < span.to; i++) {
    sums.x += d->samples[i].accel[0];
    sums.y += d->samples[i].accel[1];
    sums.z += d->samples[i].accel[2];
  }
  return sums;
}

fw_sums fw_sum_gyro(const fw_detector *d, fw_span span) {
  fw_sums sums = {0, 0, 0};
  for (int i = span.from; i < span.to; i++) {
    sums.x += d->samples[i].gyro[0];
    sums.y += d->samples[i].gyro[1];
    sums.z += d->samples[i].gyro[2];
  }
  return sums;
}

fw_real fw_length(fw_sums sums) {
  int64_t squared = (int64_t)sums.x * sums.x + (int64_t)sums.y * sums.y + (int64_t)sums.z * sums.z;
  return fw_sqrt((fw_real)squared);
}

fw_real fw_sum(const fw_real *values, fw_span span) {
  fw_real sum = 0;
  for (int i = span.from; i < span.to; i++) sum += values[i];
  return sum;
}

fw_real fw_mean(const fw_real *values, fw_span span, fw_real otherwise) {
  return span.from < span.to ? fw_sum(values, span) / FW_REAL(span.to - span.from) : otherwise;
}

fw_real fw_largest(const fw_real *values, fw_span span, fw_real otherwise) {
  if (span.from >= span.to) return otherwise;
  fw_real best = values[span.from];
  for (int i = span.from; i < span.to; i++) best = fw_larger(best, values[i]);
  return best;
}

fw_real fw_deviation(const fw_real *values, fw_span span, fw_real otherwise) {
  if (span.from >= span.to) return otherwise;
  fw_real mean = fw_mean(values, span, 0);
  fw_real squares = 0;
  for (int i = span.from; i < span.to; i++) squares += (values[i] - mean) * (values[i] - mean);
  return fw_sqrt(squares / FW_REAL(span.to - span.from));
}

#endif
