#include "fw_reading.h"

static int64_t squared(const fw_sample *sample) {
  return (int64_t)sample->ax * sample->ax + (int64_t)sample->ay * sample->ay + (int64_t)sample->az * sample->az;
}

static const fw_sample *find_largest(const fw_reading *reading) {
  const fw_sample *largest = &reading->samples[0];
  for (int i = 1; i < FW_RATE_HZ; i++)
    if (squared(&reading->samples[i]) > squared(largest)) largest = &reading->samples[i];
  return largest;
}

int64_t fw_largest_squared(const fw_reading *reading) {
  return squared(find_largest(reading));
}

static void add_name(fw_text *text, const char *name) {
  fw_text_add(text, ",\"");
  fw_text_add(text, name);
  fw_text_add(text, "\":");
}

static void add_hundredths(fw_text *text, const char *name, int32_t value) {
  add_name(text, name);
  fw_text_add_hundredths(text, value);
}

static void add_integer(fw_text *text, const char *name, int64_t value) {
  add_name(text, name);
  fw_text_add_integer(text, value);
}

/* A value that is not known is left out: null would be refused. */
static void add_known(fw_text *text, const char *name, int16_t value) {
  if (value != FW_NONE) add_integer(text, name, value);
}

static void add_samples(fw_text *text, const fw_reading *reading) {
  add_name(text, "samples");
  fw_text_add(text, "{\"rate_hz\":");
  fw_text_add_integer(text, FW_RATE_HZ);
  fw_text_add(text, ",\"accel\":[");
  for (int i = 0; i < FW_RATE_HZ; i++) {
    const fw_sample *sample = &reading->samples[i];
    fw_text_add(text, i == 0 ? "[" : ",[");
    fw_text_add_hundredths(text, sample->ax);
    fw_text_add(text, ",");
    fw_text_add_hundredths(text, sample->ay);
    fw_text_add(text, ",");
    fw_text_add_hundredths(text, sample->az);
    fw_text_add(text, "]");
  }
  fw_text_add(text, "],\"gyro\":[");
  for (int i = 0; i < FW_RATE_HZ; i++) {
    const fw_sample *sample = &reading->samples[i];
    fw_text_add(text, i == 0 ? "[" : ",[");
    fw_text_add_integer(text, sample->gx);
    fw_text_add(text, ",");
    fw_text_add_integer(text, sample->gy);
    fw_text_add(text, ",");
    fw_text_add_integer(text, sample->gz);
    fw_text_add(text, "]");
  }
  fw_text_add(text, "]}");
}

/* Without the closing brace: a batch adds its own fields. */
static void begin_reading(fw_text *text, const fw_identity *identity, const fw_reading *reading) {
  const fw_sample *largest = find_largest(reading);
  fw_text_add(text, "{\"device_id\":");
  fw_text_add_string(text, identity->device_id);
  add_hundredths(text, "accel_x", largest->ax);
  add_hundredths(text, "accel_y", largest->ay);
  add_hundredths(text, "accel_z", largest->az);
  add_integer(text, "gyro_x", largest->gx);
  add_integer(text, "gyro_y", largest->gy);
  add_integer(text, "gyro_z", largest->gz);
  add_integer(text, "uptime_ms", (int64_t)reading->uptime_ms);
  add_integer(text, "boot_id", identity->boot_id);
  fw_text_add(text, ",\"sampling\":\"peak\"");
  add_name(text, "body_site");
  fw_text_add_string(text, identity->body_site);
  add_name(text, "firmware_version");
  fw_text_add_string(text, identity->firmware_version);
  if (identity->can_confirm) fw_text_add(text, ",\"can_confirm\":true");
  add_known(text, "battery_level", reading->battery_percent);
  add_known(text, "heart_rate", reading->heart_rate);
  add_known(text, "spo2", reading->spo2);
  add_samples(text, reading);
}

void fw_write_reading(fw_text *text, const fw_identity *identity, const fw_reading *reading) {
  begin_reading(text, identity, reading);
  fw_text_add(text, "}");
}

void fw_begin_batch(fw_text *text) {
  fw_text_add(text, "{\"readings\":[");
}

void fw_add_to_batch(fw_text *text, const fw_identity *identity, const fw_reading *reading, uint64_t now_ms) {
  uint64_t age_ms = now_ms > reading->uptime_ms ? now_ms - reading->uptime_ms : 0;
  if (text->length > 0 && text->data[text->length - 1] == '}') fw_text_add(text, ",");
  begin_reading(text, identity, reading);
  add_integer(text, "age_ms", (int64_t)age_ms);
  fw_text_add(text, "}");
}

void fw_end_batch(fw_text *text) {
  fw_text_add(text, "]}");
}
