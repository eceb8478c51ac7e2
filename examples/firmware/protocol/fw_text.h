/* Writes text into a buffer of fixed size. A text that does not fit is marked and must not be sent. */
#ifndef FW_TEXT_H
#define FW_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  char *data;
  size_t size;
  size_t length;
  bool overflowed;
} fw_text;

void fw_text_begin(fw_text *text, char *data, size_t size);
void fw_text_add(fw_text *text, const char *part);
/* As a JSON string, with quotes and escapes. */
void fw_text_add_string(fw_text *text, const char *value);
void fw_text_add_integer(fw_text *text, int64_t value);
/* 981 becomes 9.81. */
void fw_text_add_hundredths(fw_text *text, int32_t value);

#endif
