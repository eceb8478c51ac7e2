/* The readings of a device that wait to be sent. */
#ifndef FW_BUFFER_H
#define FW_BUFFER_H

#include "fw_device.h"

/* If the buffer is full, drops the oldest reading that is not within ten seconds of an impact; else the oldest. */
void fw_buffer_add(fw_device *device, const fw_reading *reading);
void fw_buffer_remove_oldest(fw_device *device, size_t count);

#endif
