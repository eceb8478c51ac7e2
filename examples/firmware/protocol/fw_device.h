/*
 * A device: pairing, sending, buffering. Portable C99 without malloc; everything that depends on the hardware is in
 * fw_port. All functions are called from one task; sampling runs in another and hands over whole seconds.
 */
#ifndef FW_DEVICE_H
#define FW_DEVICE_H

#include "fw_reading.h"

/* Seconds kept while the service is away: 60 take 20 kB. */
#define FW_BUFFERED 60
/* Readings of one batch: limited by the memory for its body, about 1.3 kB each. The service takes up to 120. */
#define FW_BATCH 12
#define FW_BODY_BYTES 18000
#define FW_ANSWER_BYTES 8192

typedef struct {
  void *context;
  /*
   * Sends POST /api<path> with a JSON body, and the credential unless it is empty. Writes the answer's body, cut to
   * answer_size and ended with '\0'. Returns the HTTP status, 0 without an answer; sets retry_after_s from the header.
   */
  int (*post)(void *context, const char *path, const char *credential, const fw_text *body, char *answer,
              size_t answer_size, uint32_t *retry_after_s);
  /* Since the start; never goes back. */
  uint64_t (*uptime_ms)(void *context);
  uint32_t (*random)(void *context);
  /* Into flash memory. */
  bool (*save_credential)(void *context, const char *credential);
} fw_port;

typedef enum { FW_STARTING, FW_CONNECTED, FW_OFFLINE, FW_UNPAIRED } fw_connection;
typedef enum { FW_PAIRING_WAITS, FW_PAIRED, FW_PAIRING_ENDED, FW_PAIRING_UNREACHABLE } fw_pairing;

/* What the latest answer said about its reading. */
typedef struct {
  bool fall_detected;
  /* NO_FALL, SUSPICIOUS, POTENTIAL, HIGH, CONFIRMED */
  char level[12];
  /* UUID; empty if there is none. */
  char fall_id[37];
  /* Ask the wearer, then call fw_answer_fall. */
  bool must_ask;
} fw_assessment;

typedef struct {
  fw_identity identity;
  fw_port port;
  char credential[128];
  char device_code[128];
  uint32_t poll_seconds;
  fw_connection connection;
  fw_assessment latest;
  /* Oldest first. */
  fw_reading buffered[FW_BUFFERED];
  size_t buffered_count;
  uint32_t failures;
  uint64_t wait_until_ms;
  uint32_t refused_count;
  char body[FW_BODY_BYTES];
  char answer[FW_ANSWER_BYTES];
} fw_device;

/* credential: as loaded from flash memory; empty if the device is not paired. */
void fw_begin(fw_device *device, const fw_identity *identity, const fw_port *port, const char *credential);

/* Asks for a code to show. Then call fw_poll_pairing every poll_seconds. */
bool fw_start_pairing(fw_device *device, char *user_code, size_t size);
fw_pairing fw_poll_pairing(fw_device *device);
/* With a code that a person typed or that was scanned. */
bool fw_redeem_code(fw_device *device, const char *code);

/* Once a second: sends the reading, or buffers it; then sends what is buffered, if the service answers. */
void fw_send_second(fw_device *device, const fw_reading *reading);

/* The wearer's answer about latest.fall_id. False: not sent yet, call again. */
bool fw_answer_fall(fw_device *device, bool is_ok);

/* Replaces the credential, as often as once a month. The older one stays valid for a day. */
bool fw_rotate_credential(fw_device *device);

#endif
