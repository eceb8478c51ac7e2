#include "fw_buffer.h"

#include <string.h>

/* 1.5 g, as in the detector: a smaller peak is no impact. */
#define IMPACT 1471
#define NEAR_MS 10000u

static void remove_at(fw_device *device, size_t index, size_t count) {
  size_t after = device->buffered_count - index - count;
  memmove(&device->buffered[index], &device->buffered[index + count], after * sizeof(fw_reading));
  device->buffered_count -= count;
}

static bool is_near(const fw_reading *reading, const fw_reading *impact) {
  uint64_t a = reading->uptime_ms, b = impact->uptime_ms;
  if (fw_largest_squared(impact) < (int64_t)IMPACT * IMPACT) return false;
  return (a > b ? a - b : b - a) <= NEAR_MS;
}

static bool is_quiet(const fw_device *device, const fw_reading *reading) {
  for (size_t i = 0; i < device->buffered_count; i++)
    if (is_near(reading, &device->buffered[i])) return false;
  return true;
}

void fw_buffer_add(fw_device *device, const fw_reading *reading) {
  if (device->buffered_count == FW_BUFFERED) {
    size_t dropped = 0;
    while (dropped < FW_BUFFERED && !is_quiet(device, &device->buffered[dropped])) dropped++;
    remove_at(device, dropped == FW_BUFFERED ? 0 : dropped, 1);
  }
  device->buffered[device->buffered_count++] = *reading;
}

void fw_buffer_remove_oldest(fw_device *device, size_t count) {
  remove_at(device, 0, count);
}
