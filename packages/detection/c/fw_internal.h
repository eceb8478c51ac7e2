/* Shared by the source files of the detector; firmware includes fw_detector.h only. */
#ifndef FW_INTERNAL_H
#define FW_INTERNAL_H

#include <math.h>

#include "fw_detector.h"

#if FW_FLOAT
#define fw_sqrt sqrtf
#define fw_log logf
#define fw_cos cosf
#define fw_atan2 atan2f
#define fw_abs fabsf
#define fw_ceil ceilf
#else
#define fw_sqrt sqrt
#define fw_log log
#define fw_cos cos
#define fw_atan2 atan2
#define fw_abs fabs
#define fw_ceil ceil
#endif

#define FW_REAL(value) ((fw_real)(value))
#define FW_DT FW_REAL(0.04) /* seconds between samples of 25 Hz */
#define FW_GRAVITY FW_REAL(FW_STANDARD_GRAVITY)
#define FW_G_PER_UNIT FW_REAL(FW_ACCEL_SCALE)
#define FW_TURN_PER_UNIT FW_REAL(FW_TURN_SCALE)

/* Sums of three axes, in the units of fw_motion: exact. */
typedef struct {
  int32_t x, y, z;
} fw_sums;

/* A range of samples, `to` exclusive. */
typedef struct {
  int from, to;
} fw_span;

/* The ranges around a candidate that several features use. */
typedef struct {
  fw_span before, after, last;
} fw_spans;

/* fw_window.c */
bool fw_add_second(fw_detector *detector, const fw_second *second);
uint32_t fw_squared(const int16_t *axes);

#if FW_IS_BURST
/* fw_burst.c */
int fw_resample(const fw_second *second, fw_motion *out);
int fw_largest_sample(const fw_motion *samples, int count);

/* fw_signal.c */
fw_sums fw_sum_accel(const fw_detector *d, fw_span span);
fw_sums fw_sum_gyro(const fw_detector *d, fw_span span);
fw_real fw_length(fw_sums sums);
fw_real fw_sum(const fw_real *values, fw_span span);
fw_real fw_mean(const fw_real *values, fw_span span, fw_real otherwise);
fw_real fw_largest(const fw_real *values, fw_span span, fw_real otherwise);
fw_real fw_deviation(const fw_real *values, fw_span span, fw_real otherwise);

/* Features of the candidate with its peak at sample p. */
void fw_burst_features(const fw_detector *d, int p, fw_real *out);
void fw_burst_shape(const fw_detector *d, const fw_spans *spans, int p, fw_real *out);
void fw_burst_motion(const fw_detector *d, int p, fw_real *out);
#else
/* Features of the candidate `i`, seen at the newest second. */
void fw_second_features(const fw_detector *d, const fw_real *a, const fw_real *w, int i, fw_real *out);
#endif

/* fw_vector.c */
fw_real fw_magnitude(const int16_t *axes, fw_real scale);
/* Angle in degrees, 0 if a vector has no length. */
fw_real fw_angle(fw_sums one, fw_sums other);

/* fw_limits.c: the largest confidence allowed for the candidate. */
float fw_limit(const fw_real *features, bool has_gyro, int age);

/* fw_score.c: confidence of the candidate without limits. */
float fw_score(const fw_real *features, bool has_gyro, int age);

static inline int fw_min(int one, int other) { return one < other ? one : other; }
static inline int fw_max(int one, int other) { return one > other ? one : other; }
static inline fw_real fw_larger(fw_real one, fw_real other) { return one > other ? one : other; }
static inline fw_real fw_smaller(fw_real one, fw_real other) { return one < other ? one : other; }

#endif
