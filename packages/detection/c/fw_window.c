#include "fw_internal.h"

/* At most 3 · 32768²: fits. */
uint32_t fw_squared(const int16_t *axes) {
  uint32_t sum = 0;
  for (int axis = 0; axis < 3; axis++) sum += (uint32_t)((int32_t)axes[axis] * axes[axis]);
  return sum;
}

/* Square root rounded to an integer, exactly; at most 32767. */
static int16_t rounded_root(uint32_t squared) {
  uint32_t root = (uint32_t)sqrtf((float)squared);
  while ((uint64_t)root * root > squared) root--;
  while ((uint64_t)(root + 1) * (root + 1) <= squared) root++;
  /* (root + 0.5)² = root² + root + 0.25 */
  if (squared - root * root > root) root++;
  return (int16_t)(root > 32767 ? 32767 : root);
}

/* The values of one second before it enters the window. */
typedef struct {
  fw_motion largest;
  int16_t turn;
  uint32_t squared;
} newest;

static void set_second(fw_detector *d, int index, const newest *one) {
  for (int axis = 0; axis < 3; axis++) d->accel[index][axis] = one->largest.accel[axis];
  d->turn[index] = one->turn;
}

static newest describe(const fw_motion *largest, bool has_gyro) {
  newest one = {*largest, -1, fw_squared(largest->accel)};
  if (has_gyro) one.turn = rounded_root(fw_squared(largest->gyro));
  return one;
}

static void drop_seconds(fw_detector *d) {
  d->count = 0;
#if FW_IS_BURST
  d->length = 0;
#endif
}

static void drop_oldest(fw_detector *d) {
  for (int i = 1; i < d->count; i++) {
    for (int axis = 0; axis < 3; axis++) d->accel[i - 1][axis] = d->accel[i][axis];
    d->turn[i - 1] = d->turn[i];
  }
#if FW_IS_BURST
  int gone = d->samples_in[0];
  for (int i = 1; i < d->count; i++) d->samples_in[i - 1] = d->samples_in[i];
  for (int i = gone; i < d->length; i++) {
    d->samples[i - gone] = d->samples[i];
    d->a[i - gone] = d->a[i];
    d->w[i - gone] = d->w[i];
  }
  d->length = (uint16_t)(d->length - gone);
#endif
  d->count--;
}

#if FW_IS_BURST
/* Adds samples to the newest second. */
static void append_samples(fw_detector *d, const fw_motion *samples, int count) {
  for (int i = 0; i < count; i++) {
    d->samples[d->length] = samples[i];
    d->a[d->length] = fw_magnitude(samples[i].accel, FW_G_PER_UNIT);
    d->w[d->length] = fw_magnitude(samples[i].gyro, FW_TURN_PER_UNIT);
    d->length++;
  }
  d->samples_in[d->count - 1] = (uint8_t)(d->samples_in[d->count - 1] + count);
}

/* Removes the samples of the newest second. */
static void clear_samples(fw_detector *d) {
  d->length = (uint16_t)(d->length - d->samples_in[d->count - 1]);
  d->samples_in[d->count - 1] = 0;
}
#endif

/* Whether the second is still the newest one of the window; after a long gap the window is emptied. */
static bool advance_clock(fw_detector *d, uint32_t uptime_ms) {
  uint32_t step = uptime_ms - d->uptime_ms;
  d->uptime_ms = uptime_ms;
  if (d->count == 0) return false;
  if (step > FW_LONGEST_GAP_MS) drop_seconds(d);
  bool is_same = d->count > 0 && d->newest_age_ms + step < FW_SAME_SECOND_MS;
  d->newest_age_ms = (uint16_t)(is_same ? d->newest_age_ms + step : 0);
  return is_same;
}

bool fw_add_second(fw_detector *d, const fw_second *second) {
  if (second->count == 0) return false;
#if FW_IS_BURST
  fw_motion samples[FW_MOST_SAMPLES];
  int count = fw_resample(second, samples);
  if (count == 0) return false;
  newest one = describe(&samples[fw_largest_sample(samples, count)], second->has_gyro);
#else
  newest one = describe(second->samples, second->has_gyro);
#endif
  bool is_same = advance_clock(d, second->uptime_ms);
  if (!is_same) {
    if (d->count == FW_SECONDS) drop_oldest(d);
    d->count++;
#if FW_IS_BURST
    d->samples_in[d->count - 1] = 0;
#endif
  }
  int index = d->count - 1;
  bool is_larger = !is_same || one.squared > fw_squared(d->accel[index]);
  if (is_larger) set_second(d, index, &one);
#if FW_IS_BURST
  /* Two bursts of one second are joined; if they do not fit, the one with the larger sample stays. */
  bool fits = d->samples_in[index] + count <= FW_MOST_SAMPLES;
  if (!fits && is_larger) clear_samples(d);
  if (fits || is_larger) append_samples(d, samples, count);
#endif
  return true;
}
