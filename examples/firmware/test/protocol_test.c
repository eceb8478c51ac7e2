/* Prints bodies for the test that parses them, and checks the rest itself. */
#include <stdio.h>
#include <string.h>

#include "fw_buffer.h"
#include "fw_json.h"

static int failed = 0;

#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      failed = 1;                                                    \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                \
  } while (0)

static fw_reading make_reading(uint64_t second, int16_t accel) {
  fw_reading reading;
  memset(&reading, 0, sizeof reading);
  for (int i = 0; i < FW_RATE_HZ; i++) reading.samples[i].az = 981;
  reading.samples[7].az = accel;
  reading.samples[7].gx = -12;
  reading.uptime_ms = second * 1000;
  reading.battery_percent = 80;
  reading.heart_rate = FW_NONE;
  reading.spo2 = 97;
  return reading;
}

static void check_json(void) {
  const char *json =
      "{\"success\":true, \"data\" : {\"note\":\"a \\\"b\\\" {[\",\"list\":[{\"x\":[1,2]},{\"x\":-35,\"s\":\"two\"}],"
      "\"yes\":true,\"no\":false,\"none\":null,\"half\":0.5,\"big\":99999999999999999999}}";
  char text[16];
  int64_t number;
  CHECK(fw_json_string(json, "data.note", text, sizeof text) && strcmp(text, "a \"b\" {[") == 0);
  CHECK(fw_json_string(json, "data.list.1.s", text, sizeof text) && strcmp(text, "two") == 0);
  CHECK(fw_json_integer(json, "data.list.1.x", &number) && number == -35);
  CHECK(fw_json_integer(json, "data.list.0.x.1", &number) && number == 2);
  CHECK(fw_json_is_true(json, "data.yes") && !fw_json_is_true(json, "data.no") && !fw_json_is_true(json, "data.maybe"));
  CHECK(!fw_json_string(json, "data.none", text, sizeof text));
  CHECK(!fw_json_string(json, "data.note", text, 5));
  CHECK(!fw_json_integer(json, "data.half", &number));
  CHECK(!fw_json_integer(json, "data.big", &number));
  CHECK(fw_json_find(json, "data.list.2") == NULL);
  CHECK(fw_json_find(json, "data.yes.deeper") == NULL);
  CHECK(fw_json_find("", "data") == NULL && fw_json_find("[]", "0") == NULL && fw_json_find("{}", "a") == NULL);
  /* An answer that was cut off anywhere is never read past its end. */
  for (size_t length = 0; length < strlen(json); length++) {
    char cut[512];
    memcpy(cut, json, length);
    cut[length] = '\0';
    fw_json_find(cut, "data.list.1.s");
    fw_json_string(cut, "data.note", text, sizeof text);
    fw_json_integer(cut, "data.big", &number);
  }
}

static void check_buffer(void) {
  static fw_device device;
  fw_reading reading;
  memset(&device, 0, sizeof device);
  for (uint64_t second = 1; second <= 100; second++) {
    reading = make_reading(second, second == 20 ? 4000 : 990);
    fw_buffer_add(&device, &reading);
  }
  CHECK(device.buffered_count == FW_BUFFERED);
  /* Seconds 10 to 30 are near the impact; the rest are the latest. */
  CHECK(device.buffered[0].uptime_ms == 10000 && device.buffered[20].uptime_ms == 30000);
  CHECK(device.buffered[21].uptime_ms == 62000 && device.buffered[59].uptime_ms == 100000);
  fw_buffer_remove_oldest(&device, 59);
  CHECK(device.buffered_count == 1 && device.buffered[0].uptime_ms == 100000);
}

static void check_text(void) {
  char small[8];
  fw_text text;
  fw_text_begin(&text, small, sizeof small);
  fw_text_add_hundredths(&text, -7);
  CHECK(strcmp(small, "-0.07") == 0);
  fw_text_add(&text, "longer");
  CHECK(text.overflowed && strcmp(small, "-0.07") == 0);
  char large[64];
  fw_text_begin(&text, large, sizeof large);
  fw_text_add_integer(&text, INT64_MIN);
  fw_text_add(&text, " ");
  fw_text_add_hundredths(&text, 1250);
  CHECK(strcmp(large, "-9223372036854775808 12.5") == 0);
}

int main(void) {
  static char body[FW_BODY_BYTES];
  fw_identity identity = {"02:00:00:00:00:01", "1.0 \"b\"\n", "wrist", 4294967295u, true};
  fw_reading one = make_reading(61, 4005), other = make_reading(62, 990);
  fw_text text;
  check_json();
  check_buffer();
  check_text();
  fw_text_begin(&text, body, sizeof body);
  fw_write_reading(&text, &identity, &one);
  CHECK(!text.overflowed);
  printf("%s\n", body);
  fw_text_begin(&text, body, sizeof body);
  fw_begin_batch(&text);
  fw_add_to_batch(&text, &identity, &one, 63500);
  fw_add_to_batch(&text, &identity, &other, 63500);
  fw_end_batch(&text);
  CHECK(!text.overflowed);
  printf("%s\n", body);
  return failed;
}
