/*
 * Assesses streams of seconds from standard input and writes the verdicts to standard output, for comparisons with the
 * TypeScript detector. Integers are little-endian.
 *   stream:  uint32 number of seconds, then the seconds
 *   second:  uint32 uptime_ms, uint16 count, uint16 rate_hz, uint16 has_gyro, then 6 int16 a sample
 *   verdict: uint16 confidence in 0.0001, uint16 level
 * Writes the number of seconds, nanoseconds in the detector and bytes of its state to standard error.
 */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "fw_detector.h"

#define MOST_SAMPLES 256

typedef struct {
  uint32_t uptime_ms;
  uint16_t count, rate_hz, has_gyro;
  fw_motion samples[MOST_SAMPLES];
} record;

static bool read_bytes(void *to, size_t size) { return fread(to, 1, size, stdin) == size; }

static void read_or_stop(void *to, size_t size) {
  if (!read_bytes(to, size)) exit(2);
}

static void read_record(record *to) {
  read_or_stop(&to->uptime_ms, sizeof to->uptime_ms);
  read_or_stop(&to->count, sizeof to->count);
  read_or_stop(&to->rate_hz, sizeof to->rate_hz);
  read_or_stop(&to->has_gyro, sizeof to->has_gyro);
  if (to->count > MOST_SAMPLES) exit(2);
  read_or_stop(to->samples, to->count * sizeof to->samples[0]);
}

static uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

static uint64_t assess_stream(const record *records, uint32_t count, uint16_t *verdicts) {
  static fw_detector detector;
  uint64_t started = now_ns();
  fw_detector_init(&detector);
  for (uint32_t i = 0; i < count; i++) {
    const record *one = &records[i];
    fw_second second = {one->samples, one->count, one->rate_hz, one->has_gyro != 0, one->uptime_ms};
    fw_verdict verdict = fw_detector_assess(&detector, &second);
    verdicts[2 * i] = (uint16_t)(verdict.confidence * 10000.0F + 0.5F);
    verdicts[2 * i + 1] = (uint16_t)verdict.level;
  }
  return now_ns() - started;
}

int main(void) {
  uint32_t count;
  uint64_t seconds = 0;
  uint64_t spent_ns = 0;
  while (read_bytes(&count, sizeof count)) {
    record *records = malloc((count + 1) * sizeof *records);
    uint16_t *verdicts = malloc((count + 1) * 2 * sizeof *verdicts);
    if (records == NULL || verdicts == NULL) return 2;
    for (uint32_t i = 0; i < count; i++) read_record(&records[i]);
    spent_ns += assess_stream(records, count, verdicts);
    seconds += count;
    fwrite(verdicts, 2 * sizeof *verdicts, count, stdout);
    free(records);
    free(verdicts);
  }
  fprintf(stderr, "%llu %llu %zu\n", (unsigned long long)seconds, (unsigned long long)spent_ns, sizeof(fw_detector));
  return 0;
}
