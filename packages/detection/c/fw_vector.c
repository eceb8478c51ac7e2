#include "fw_internal.h"

static fw_real length(fw_real x, fw_real y, fw_real z) { return fw_sqrt(x * x + y * y + z * z); }

fw_real fw_magnitude(const int16_t *axes, fw_real scale) {
  return length(FW_REAL(axes[0]) * scale, FW_REAL(axes[1]) * scale, FW_REAL(axes[2]) * scale);
}

/* The arc tangent stays precise at small angles, where the arc cosine loses half of the digits of a float. */
fw_real fw_angle(fw_sums one, fw_sums other) {
  int64_t dot = (int64_t)one.x * other.x + (int64_t)one.y * other.y + (int64_t)one.z * other.z;
  int64_t x = (int64_t)one.y * other.z - (int64_t)one.z * other.y;
  int64_t y = (int64_t)one.z * other.x - (int64_t)one.x * other.z;
  int64_t z = (int64_t)one.x * other.y - (int64_t)one.y * other.x;
  fw_real cross = length((fw_real)x, (fw_real)y, (fw_real)z);
  if (dot == 0 && !(cross > 0)) return 0;
  return fw_atan2(cross, (fw_real)dot) * FW_REAL(57.29577951308232);
}
