#include "fw_device.h"

#include <string.h>

#include "fw_buffer.h"
#include "fw_json.h"

/* Pauses without an answer: 1 s, 2 s, 4 s, …, at most this. */
#define LONGEST_WAIT_MS 60000u

void fw_begin(fw_device *device, const fw_identity *identity, const fw_port *port, const char *credential) {
  memset(device, 0, sizeof *device);
  device->identity = *identity;
  device->port = *port;
  if (strlen(credential) < sizeof device->credential) strcpy(device->credential, credential);
  device->connection = device->credential[0] == '\0' ? FW_UNPAIRED : FW_STARTING;
}

static int post(fw_device *device, const char *path, const fw_text *body, uint32_t *retry_after_s) {
  *retry_after_s = 0;
  device->answer[0] = '\0';
  if (body->overflowed) return 0;
  return device->port.post(device->port.context, path, device->credential, body, device->answer, FW_ANSWER_BYTES,
                           retry_after_s);
}

static bool use_credential(fw_device *device) {
  char credential[sizeof device->credential];
  if (!fw_json_string(device->answer, "data.credential", credential, sizeof credential)) return false;
  /* Stored before it is used: after a power cut in between, an older one is still valid. */
  if (!device->port.save_credential(device->port.context, credential)) return false;
  strcpy(device->credential, credential);
  return true;
}

/* Buffered readings may be of another wearer: they are not sent with a new pairing. */
static void finish_pairing(fw_device *device) {
  device->connection = FW_STARTING;
  device->buffered_count = 0;
  device->failures = 0;
  device->wait_until_ms = 0;
}

static void add_device(fw_text *text, const fw_identity *identity) {
  fw_text_add(text, "\"device_id\":");
  fw_text_add_string(text, identity->device_id);
  fw_text_add(text, ",\"firmware_version\":");
  fw_text_add_string(text, identity->firmware_version);
  fw_text_add(text, "}");
}

bool fw_start_pairing(fw_device *device, char *user_code, size_t size) {
  uint32_t retry_after_s;
  int64_t poll_seconds;
  fw_text text;
  device->credential[0] = '\0';
  fw_text_begin(&text, device->body, sizeof device->body);
  fw_text_add(&text, "{");
  add_device(&text, &device->identity);
  if (post(device, "/device/pairings", &text, &retry_after_s) != 201) return false;
  if (!fw_json_integer(device->answer, "data.pollSeconds", &poll_seconds)) return false;
  device->poll_seconds = poll_seconds < 1 ? 1 : (uint32_t)poll_seconds;
  return fw_json_string(device->answer, "data.userCode", user_code, size) &&
         fw_json_string(device->answer, "data.deviceCode", device->device_code, sizeof device->device_code);
}

fw_pairing fw_poll_pairing(fw_device *device) {
  uint32_t retry_after_s;
  fw_text text;
  fw_text_begin(&text, device->body, sizeof device->body);
  fw_text_add(&text, "{\"deviceCode\":");
  fw_text_add_string(&text, device->device_code);
  fw_text_add(&text, "}");
  int status = post(device, "/device/pairings/poll", &text, &retry_after_s);
  if (status == 404) return FW_PAIRING_ENDED;
  if (status != 200) return FW_PAIRING_UNREACHABLE;
  if (!use_credential(device)) return FW_PAIRING_WAITS;
  finish_pairing(device);
  return FW_PAIRED;
}

bool fw_redeem_code(fw_device *device, const char *code) {
  uint32_t retry_after_s;
  fw_text text;
  device->credential[0] = '\0';
  fw_text_begin(&text, device->body, sizeof device->body);
  fw_text_add(&text, "{\"code\":");
  fw_text_add_string(&text, code);
  fw_text_add(&text, ",");
  add_device(&text, &device->identity);
  if (post(device, "/device/pairings/redeem", &text, &retry_after_s) != 201 || !use_credential(device)) return false;
  finish_pairing(device);
  return true;
}

bool fw_rotate_credential(fw_device *device) {
  uint32_t retry_after_s;
  fw_text text;
  fw_text_begin(&text, device->body, sizeof device->body);
  fw_text_add(&text, "{}");
  return post(device, "/device/credential", &text, &retry_after_s) == 201 && use_credential(device);
}

static uint64_t now_ms(const fw_device *device) {
  return device->port.uptime_ms(device->port.context);
}

/* At least as long as the service asks for, and up to a quarter longer: a thousand devices must not return together. */
static void wait_longer(fw_device *device, uint32_t retry_after_s) {
  uint64_t wait_ms = LONGEST_WAIT_MS;
  if (device->failures < 6) wait_ms = (uint64_t)1000 << device->failures;
  if (wait_ms < (uint64_t)retry_after_s * 1000) wait_ms = (uint64_t)retry_after_s * 1000;
  wait_ms += wait_ms / 4 * (device->port.random(device->port.context) & 0xff) / 256;
  device->failures++;
  device->wait_until_ms = now_ms(device) + wait_ms;
}

static void read_assessment(fw_device *device, const char *json) {
  fw_assessment *latest = &device->latest;
  latest->fall_detected = fw_json_is_true(json, "fallDetected");
  if (!fw_json_string(json, "fallLevel", latest->level, sizeof latest->level)) latest->level[0] = '\0';
  if (!fw_json_string(json, "fallEventId", latest->fall_id, sizeof latest->fall_id)) latest->fall_id[0] = '\0';
  latest->must_ask = fw_json_is_true(json, "confirmation.required");
}

static void succeed(fw_device *device) {
  device->failures = 0;
  device->wait_until_ms = 0;
  device->connection = FW_CONNECTED;
}

/* True: the same bytes would be refused again, so the reading is dropped. */
static bool is_refused(fw_device *device, int status, uint32_t retry_after_s) {
  if (status == 401 || status == 403) {
    device->connection = FW_UNPAIRED;
    return false;
  }
  if (status == 400 || status == 413 || status == 422) return true;
  if (status != 429) device->connection = FW_OFFLINE;
  wait_longer(device, retry_after_s);
  return false;
}

static void send_now(fw_device *device, const fw_reading *reading) {
  uint32_t retry_after_s;
  fw_text text;
  fw_text_begin(&text, device->body, sizeof device->body);
  fw_write_reading(&text, &device->identity, reading);
  int status = post(device, "/device/sensor-stream", &text, &retry_after_s);
  if (status == 200) {
    succeed(device);
    const char *data = fw_json_find(device->answer, "data");
    if (data != NULL) read_assessment(device, data);
  } else if (is_refused(device, status, retry_after_s)) {
    device->refused_count++;
  } else {
    fw_buffer_add(device, reading);
  }
}

/*
 * Stored, known and refused readings leave the buffer; the oldest results come first. The latest fall among them is
 * kept as the assessment: the wearer has to be asked about it, though the seconds after it were quiet.
 */
static void take_results(fw_device *device, size_t sent) {
  bool has_fall = false;
  size_t answered = 0;
  const char *result;
  char path[24];
  for (; answered < sent; answered++) {
    char status[12], level[12];
    fw_text text;
    fw_text_begin(&text, path, sizeof path);
    fw_text_add(&text, "data.results.");
    fw_text_add_integer(&text, (int64_t)answered);
    result = fw_json_find(device->answer, path);
    if (result == NULL || !fw_json_string(result, "status", status, sizeof status)) break;
    if (strcmp(status, "refused") == 0) device->refused_count++;
    bool is_fall = fw_json_is_true(result, "fallDetected");
    /* Null for a reading that the service knew already. */
    bool is_assessed = fw_json_string(result, "fallLevel", level, sizeof level);
    if (is_assessed && (is_fall || !has_fall)) read_assessment(device, result);
    has_fall = has_fall || is_fall;
  }
  fw_buffer_remove_oldest(device, answered);
  if (answered == 0) wait_longer(device, 0);
  else succeed(device);
}

static void send_batch(fw_device *device) {
  uint32_t retry_after_s;
  size_t count = 0;
  fw_text text;
  fw_text_begin(&text, device->body, sizeof device->body);
  fw_begin_batch(&text);
  for (; count < device->buffered_count && count < FW_BATCH; count++)
    fw_add_to_batch(&text, &device->identity, &device->buffered[count], now_ms(device));
  fw_end_batch(&text);
  int status = post(device, "/device/readings", &text, &retry_after_s);
  if (status == 200) {
    take_results(device, count);
  } else if (is_refused(device, status, retry_after_s)) {
    /* Refused as a whole: the firmware and the service disagree. Sending it again would stop everything behind it. */
    device->refused_count += (uint32_t)count;
    fw_buffer_remove_oldest(device, count);
  }
}

void fw_send_second(fw_device *device, const fw_reading *reading) {
  if (device->connection != FW_UNPAIRED && device->failures == 0 && device->buffered_count == 0) {
    send_now(device, reading);
    return;
  }
  /* Behind the buffered ones, so that the service gets them in order; one request per second, it takes no more. */
  fw_buffer_add(device, reading);
  if (device->connection != FW_UNPAIRED && now_ms(device) >= device->wait_until_ms) send_batch(device);
}

bool fw_answer_fall(fw_device *device, bool is_ok) {
  uint32_t retry_after_s;
  char path[64];
  fw_text text, body;
  fw_text_begin(&text, path, sizeof path);
  fw_text_add(&text, "/falls/");
  fw_text_add(&text, device->latest.fall_id);
  fw_text_add(&text, is_ok ? "/cancel" : "/confirm");
  fw_text_begin(&body, device->body, sizeof device->body);
  int status = post(device, path, &body, &retry_after_s);
  /* 404 and 409: the answer is not wanted any more. */
  return status == 200 || status == 404 || status == 409;
}
