#include "fw_text.h"

#include <string.h>

void fw_text_begin(fw_text *text, char *data, size_t size) {
  text->data = data;
  text->size = size;
  text->length = 0;
  text->overflowed = size == 0;
  if (size > 0) data[0] = '\0';
}

static void add_bytes(fw_text *text, const char *bytes, size_t count) {
  if (text->overflowed || count >= text->size - text->length) {
    text->overflowed = true;
    return;
  }
  memcpy(text->data + text->length, bytes, count);
  text->length += count;
  text->data[text->length] = '\0';
}

void fw_text_add(fw_text *text, const char *part) {
  add_bytes(text, part, strlen(part));
}

void fw_text_add_string(fw_text *text, const char *value) {
  static const char digits[] = "0123456789abcdef";
  add_bytes(text, "\"", 1);
  for (; *value != '\0'; value++) {
    unsigned char byte = (unsigned char)*value;
    if (byte == '"' || byte == '\\') {
      char escaped[2] = {'\\', *value};
      add_bytes(text, escaped, 2);
    } else if (byte < 0x20) {
      char escaped[6] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
      add_bytes(text, escaped, 6);
    } else {
      add_bytes(text, value, 1);
    }
  }
  add_bytes(text, "\"", 1);
}

void fw_text_add_integer(fw_text *text, int64_t value) {
  char digits[20];
  size_t first = sizeof digits;
  /* Unsigned: the smallest int64_t has no positive counterpart. */
  uint64_t rest = value < 0 ? (uint64_t)0 - (uint64_t)value : (uint64_t)value;
  do {
    digits[--first] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  if (value < 0) add_bytes(text, "-", 1);
  add_bytes(text, digits + first, sizeof digits - first);
}

void fw_text_add_hundredths(fw_text *text, int32_t value) {
  int64_t size = value < 0 ? -(int64_t)value : value;
  if (value < 0) fw_text_add(text, "-");
  fw_text_add_integer(text, size / 100);
  if (size % 100 == 0) return;
  fw_text_add(text, size % 100 < 10 ? ".0" : ".");
  fw_text_add_integer(text, size % 10 == 0 ? size % 100 / 10 : size % 100);
}
