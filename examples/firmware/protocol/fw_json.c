#include "fw_json.h"

#include <string.h>

static const char *skip_space(const char *at) {
  while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') at++;
  return at;
}

/* From an opening quote to after the closing one; NULL if it is missing. */
static const char *skip_string(const char *at) {
  for (at++; *at != '"'; at++) {
    if (*at == '\\') at++;
    if (*at == '\0') return NULL;
  }
  return at + 1;
}

/* To after the value at `at`, however deep it is nested; NULL if the text ends before. */
static const char *skip_value(const char *at) {
  int depth = 0;
  do {
    at = skip_space(at);
    switch (*at) {
      case '\0':
        return NULL;
      case '"':
        at = skip_string(at);
        if (at == NULL) return NULL;
        break;
      case '{':
      case '[':
        depth++;
        at++;
        break;
      case '}':
      case ']':
        depth--;
        at++;
        break;
      case ',':
      case ':':
        at++;
        break;
      default:
        while (*at != '\0' && strchr(",:]} \t\r\n\"", *at) == NULL) at++;
    }
  } while (depth > 0);
  return at;
}

static const char *find_member(const char *at, const char *name, size_t length) {
  at = skip_space(at + 1);
  while (*at == '"') {
    const char *key = at + 1;
    const char *after = skip_string(at);
    if (after == NULL) return NULL;
    bool matches = (size_t)(after - key - 1) == length && memcmp(key, name, length) == 0;
    at = skip_space(after);
    if (*at != ':') return NULL;
    at = skip_space(at + 1);
    if (matches) return at;
    at = skip_value(at);
    if (at == NULL) return NULL;
    at = skip_space(at);
    if (*at != ',') return NULL;
    at = skip_space(at + 1);
  }
  return NULL;
}

static const char *find_element(const char *at, const char *digits, size_t length) {
  size_t index = 0;
  for (size_t i = 0; i < length; i++) {
    if (digits[i] < '0' || digits[i] > '9') return NULL;
    index = index * 10 + (size_t)(digits[i] - '0');
  }
  at = skip_space(at + 1);
  if (*at == ']') return NULL;
  for (; index > 0; index--) {
    at = skip_value(at);
    if (at == NULL) return NULL;
    at = skip_space(at);
    if (*at != ',') return NULL;
    at = skip_space(at + 1);
  }
  return at;
}

const char *fw_json_find(const char *json, const char *path) {
  const char *at = skip_space(json);
  while (at != NULL && *path != '\0') {
    size_t length = strcspn(path, ".");
    if (*at == '{') at = find_member(at, path, length);
    else if (*at == '[') at = find_element(at, path, length);
    else return NULL;
    path += length;
    if (*path == '.') path++;
  }
  return at == NULL || *at == '\0' ? NULL : at;
}

bool fw_json_string(const char *json, const char *path, char *out, size_t size) {
  const char *at = fw_json_find(json, path);
  size_t length = 0;
  if (at == NULL || *at != '"' || size == 0) return false;
  for (at++; *at != '"'; at++) {
    if (*at == '\\') {
      at++;
      if (*at != '"' && *at != '\\' && *at != '/') return false;
    }
    if (*at == '\0' || length + 1 >= size) return false;
    out[length++] = *at;
  }
  out[length] = '\0';
  return true;
}

bool fw_json_integer(const char *json, const char *path, int64_t *out) {
  const char *at = fw_json_find(json, path);
  int64_t value = 0;
  bool is_negative = false;
  if (at == NULL) return false;
  if (*at == '-') {
    is_negative = true;
    at++;
  }
  if (*at < '0' || *at > '9') return false;
  for (; *at >= '0' && *at <= '9'; at++) {
    if (value > (INT64_MAX - 9) / 10) return false;
    value = value * 10 + (*at - '0');
  }
  if (*at == '.' || *at == 'e' || *at == 'E') return false;
  *out = is_negative ? -value : value;
  return true;
}

bool fw_json_is_true(const char *json, const char *path) {
  const char *at = fw_json_find(json, path);
  return at != NULL && strncmp(at, "true", 4) == 0;
}
