/* Reads single values out of a JSON text, without memory of its own. */
#ifndef FW_JSON_H
#define FW_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The start of the value at a path such as "data.results.3.status" (numbers are positions in arrays); NULL if there is
 * none or the text ends too early. The text ends with '\0'.
 */
const char *fw_json_find(const char *json, const char *path);

/* False: the value is missing, of another type, or too long. Escapes other than \" \\ \/ are refused: no value that a
 * device needs contains them. */
bool fw_json_string(const char *json, const char *path, char *out, size_t size);
bool fw_json_integer(const char *json, const char *path, int64_t *out);
/* False also if the value is missing. */
bool fw_json_is_true(const char *json, const char *path);

#endif
