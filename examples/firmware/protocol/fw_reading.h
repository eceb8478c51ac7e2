/* Readings as the service expects them: POST /api/device/sensor-stream and POST /api/device/readings. */
#ifndef FW_READING_H
#define FW_READING_H

#include "fw_text.h"

#define FW_RATE_HZ 25
/* Unknown value of an optional field. */
#define FW_NONE (-1)

/* 0.01 m/s² (gravity included) and °/s. */
typedef struct {
  int16_t ax, ay, az;
  int16_t gx, gy, gz;
} fw_sample;

/* One second: 25 samples, oldest first. 336 bytes. */
typedef struct {
  uint64_t uptime_ms;
  fw_sample samples[FW_RATE_HZ];
  int16_t battery_percent;
  int16_t heart_rate;
  int16_t spo2;
} fw_reading;

typedef struct {
  /* AA:BB:CC:DD:EE:FF */
  char device_id[18];
  const char *firmware_version;
  /* "wrist" or "waist" */
  const char *body_site;
  /* Random, new at each start. */
  uint32_t boot_id;
  bool can_confirm;
} fw_identity;

/* The body of /api/device/sensor-stream. */
void fw_write_reading(fw_text *text, const fw_identity *identity, const fw_reading *reading);

/* The body of /api/device/readings: begin, each reading, end. */
void fw_begin_batch(fw_text *text);
void fw_add_to_batch(fw_text *text, const fw_identity *identity, const fw_reading *reading, uint64_t now_ms);
void fw_end_batch(fw_text *text);

/* The largest acceleration of the second, in (0.01 m/s²)². */
int64_t fw_largest_squared(const fw_reading *reading);

#endif
