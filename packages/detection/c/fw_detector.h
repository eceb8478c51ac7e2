/*
 * The fall detector of Fallwatch for a device: one model, one call a second, no allocation.
 * README.md describes how to generate the two model files, compile and call it.
 */
#ifndef FW_DETECTOR_H
#define FW_DETECTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "fw_model.h"

/*
 * Type of the feature arithmetic. Some values are so near a threshold of a tree that float takes the other branch.
 * -DFW_FLOAT=1 chooses it, for a processor that computes double slowly: docs/detection.md lists the differences.
 */
#ifndef FW_FLOAT
#define FW_FLOAT 0
#endif
#if FW_FLOAT
typedef float fw_real;
#else
typedef double fw_real;
#endif

/* One sample. The axes may point anywhere. */
typedef struct {
  int16_t accel[3]; /* 0.01 m/s², gravity included */
  int16_t gyro[3];  /* 0.1 °/s; ignored without a gyroscope */
} fw_motion;

/* What the device measured in one second. */
typedef struct {
  const fw_motion *samples; /* burst: all samples of the second, oldest first. peak, instant: one sample */
  uint16_t count;
  uint16_t rate_hz;   /* burst only: samples per second */
  bool has_gyro;
  uint32_t uptime_ms; /* the clock of the device; may wrap around */
} fw_second;

typedef enum { FW_NO_FALL, FW_SUSPICIOUS, FW_POTENTIAL, FW_HIGH, FW_CONFIRMED } fw_level;

typedef struct {
  float confidence; /* 0 to 1, four decimals */
  fw_level level;
} fw_verdict;

/* The last ten seconds. The caller provides the memory; only the functions below change it. */
typedef struct {
  uint32_t uptime_ms;
  uint16_t newest_age_ms;
  uint8_t count;
  int16_t accel[FW_SECONDS][3]; /* largest sample of each second */
  int16_t turn[FW_SECONDS];     /* 0.1 °/s; -1 without a gyroscope */
#if FW_IS_BURST
  uint16_t length;
  uint8_t samples_in[FW_SECONDS];
  fw_motion samples[FW_SECONDS * FW_MOST_SAMPLES]; /* 25 Hz */
  fw_real a[FW_SECONDS * FW_MOST_SAMPLES];         /* magnitudes: g and °/s */
  fw_real w[FW_SECONDS * FW_MOST_SAMPLES];
#endif
} fw_detector;

/* Call it once at the start, and whenever the history no longer applies (the device was taken off). */
void fw_detector_init(fw_detector *detector);

/* Call it once a second. A second without usable samples changes nothing and is FW_NO_FALL. */
fw_verdict fw_detector_assess(fw_detector *detector, const fw_second *second);

#endif
