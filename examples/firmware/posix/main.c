/*
 * The firmware on a computer, with invented motion: pairs, streams 10 seconds, has no network for 16 seconds in which
 * its wearer falls, and sends what it buffered. `build/wearable <host> <port> <MAC address>`
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fw_device.h"
#include "http.h"

#define STREAMED_SECONDS 10
#define OFFLINE_SECONDS 16
#define FALL_SECOND 16
#define LATEST_SECOND 90

static struct {
  http_server server;
  bool is_offline;
  struct timespec started;
} machine;

static uint64_t uptime_ms(void *context) {
  struct timespec now;
  (void)context;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)(now.tv_sec - machine.started.tv_sec) * 1000 +
         (uint64_t)((now.tv_nsec - machine.started.tv_nsec) / 1000000);
}

static void sleep_until(uint64_t at_ms) {
  uint64_t now = uptime_ms(NULL);
  if (at_ms <= now) return;
  struct timespec pause = {(time_t)((at_ms - now) / 1000), (long)((at_ms - now) % 1000) * 1000000};
  nanosleep(&pause, NULL);
}

static int post(void *context, const char *path, const char *credential, const fw_text *body, char *answer,
                size_t answer_size, uint32_t *retry_after_s) {
  (void)context;
  if (machine.is_offline) return 0;
  int status = http_post(&machine.server, path, credential, body, answer, answer_size, retry_after_s);
  if (status >= 400) fprintf(stderr, "%s %d %s\n", path, status, answer);
  return status;
}

static uint32_t get_random(void *context) {
  (void)context;
  return (uint32_t)rand();
}

static bool save_credential(void *context, const char *credential) {
  (void)context;
  (void)credential;
  return true;
}

/* Noise of a real sensor: no two seconds are the same. */
static int16_t noise(int size) {
  return (int16_t)(rand() % (2 * size + 1) - size);
}

/* Upright; in the second of the fall 0.4 s of free fall and an impact of 4 g; then lying on the side. */
static void fill_second(fw_reading *reading, int second) {
  for (int i = 0; i < FW_RATE_HZ; i++) {
    fw_sample sample = {0, 0, 981, 0, 0, 0};
    if (second > FALL_SECOND) {
      sample.ax = 981;
      sample.az = 0;
    } else if (second == FALL_SECOND && i >= 10) {
      sample.az = (int16_t)(i < 18 ? 250 : 300);
      sample.ax = (int16_t)(i < 18 ? 60 : 930);
      sample.gy = (int16_t)(i < 20 ? 220 : 0);
      if (i == 18 || i == 19) {
        sample.ax = 2900;
        sample.az = 2600;
        sample.gx = 260;
      }
    }
    sample.ax = (int16_t)(sample.ax + noise(4));
    sample.ay = (int16_t)(sample.ay + noise(4));
    sample.az = (int16_t)(sample.az + noise(4));
    sample.gx = (int16_t)(sample.gx + noise(1));
    reading->samples[i] = sample;
  }
  reading->battery_percent = 80;
  reading->heart_rate = 72;
  reading->spo2 = 97;
}

static bool pair(fw_device *device) {
  char code[16];
  if (!fw_start_pairing(device, code, sizeof code)) return false;
  printf("CODE %s\n", code);
  for (;;) {
    sleep_until(uptime_ms(NULL) + (uint64_t)device->poll_seconds * 1000);
    fw_pairing pairing = fw_poll_pairing(device);
    if (pairing == FW_PAIRED) return true;
    if (pairing == FW_PAIRING_ENDED) return false;
  }
}

static void live(fw_device *device) {
  static fw_reading reading;
  uint64_t started_ms = uptime_ms(NULL);
  for (int second = 1; second <= LATEST_SECOND; second++) {
    bool was_buffering = device->buffered_count > 0;
    sleep_until(started_ms + (uint64_t)second * 1000);
    machine.is_offline = second > STREAMED_SECONDS && second <= STREAMED_SECONDS + OFFLINE_SECONDS;
    reading.uptime_ms = started_ms + (uint64_t)second * 1000;
    fill_second(&reading, second);
    fw_send_second(device, &reading);
    printf("%d %s buffered %zu refused %u level %s\n", second, machine.is_offline ? "offline" : "online",
           device->buffered_count, (unsigned)device->refused_count, device->latest.level);
    if (device->latest.fall_detected) printf("FALL %s\n", device->latest.fall_id);
    if (second > STREAMED_SECONDS + OFFLINE_SECONDS && was_buffering && device->buffered_count == 0) return;
  }
}

int main(int count, char **words) {
  static fw_device device;
  fw_identity identity = {"", "example-1", "waist", 0, false};
  fw_port port = {NULL, post, uptime_ms, get_random, save_credential};
  if (count != 4 || strlen(words[3]) >= sizeof identity.device_id) {
    fprintf(stderr, "usage: %s <host> <port> <MAC address>\n", words[0]);
    return 2;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  clock_gettime(CLOCK_MONOTONIC, &machine.started);
  srand((unsigned)time(NULL));
  machine.server.host = words[1];
  machine.server.port = words[2];
  strcpy(identity.device_id, words[3]);
  identity.boot_id = (uint32_t)rand();
  fw_begin(&device, &identity, &port, "");
  if (!pair(&device)) {
    fprintf(stderr, "The device could not be paired: %s\n", device.answer);
    return 1;
  }
  printf("PAIRED\n");
  live(&device);
  printf("DONE buffered %zu refused %u\n", device.buffered_count, (unsigned)device.refused_count);
  return device.buffered_count == 0 && device.refused_count == 0 ? 0 : 1;
}
