/* The features of packages/detection/src/features/burstMotion.ts. */
#include "fw_internal.h"

#if FW_IS_BURST

typedef struct {
  fw_real x, y, z;
} vector;

/* Length of the vector integral of the angular rate, degrees. */
static fw_real net_turn(const fw_detector *d, int from, int to) {
  return fw_length(fw_sum_gyro(d, (fw_span){from, to})) * FW_TURN_PER_UNIT * FW_DT;
}

static vector normalised(vector v) {
  fw_real length = fw_sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
  return (vector){v.x / length, v.y / length, v.z / length};
}

/* A vector fixed in the world rotates against the device: du/dt = -ω × u. */
static vector rotated(vector u, const int16_t *gyro) {
  fw_real turn = FW_REAL(0.017453292519943295) * FW_DT * FW_TURN_PER_UNIT;
  fw_real x = FW_REAL(gyro[0]) * turn;
  fw_real y = FW_REAL(gyro[1]) * turn;
  fw_real z = FW_REAL(gyro[2]) * turn;
  return normalised((vector){u.x - (y * u.z - z * u.y), u.y - (z * u.x - x * u.z), u.z - (x * u.y - y * u.x)});
}

/*
 * Speed and height of the drop in the second before the impact: gravity is estimated while the device is quiet and
 * rotated with the gyroscope; the remaining acceleration along it is integrated.
 */
static void write_drop(const fw_detector *d, int p, fw_real *out) {
  int start = fw_max(0, p - 30);
  fw_sums quiet = fw_sum_accel(d, (fw_span){fw_max(0, start - 20), start});
  out[38] = 0;
  out[39] = 0;
  if (quiet.x == 0 && quiet.y == 0 && quiet.z == 0) return;
  vector up = normalised((vector){FW_REAL(quiet.x), FW_REAL(quiet.y), FW_REAL(quiet.z)});
  fw_real speed = 0;
  for (int i = start; i < p - 1; i++) {
    up = rotated(up, d->samples[i].gyro);
    const int16_t *accel = d->samples[i].accel;
    fw_real along = FW_REAL(accel[0]) * up.x + FW_REAL(accel[1]) * up.y + FW_REAL(accel[2]) * up.z;
    speed += (along * FW_G_PER_UNIT - 1) * FW_GRAVITY * FW_DT;
    out[38] = fw_smaller(out[38], speed);
    out[39] += speed * FW_DT;
  }
}

void fw_burst_motion(const fw_detector *d, int p, fw_real *out) {
  int k = d->length;
  int from = fw_max(0, p - 25);
  int to = fw_min(k, p + 13);
  out[23] = net_turn(d, from, to);
  out[24] = out[23] / fw_larger(fw_sum(d->w, (fw_span){from, to}) * FW_DT, 1);
  out[27] = fw_mean(d->w, (fw_span){fw_max(0, p - 2), fw_min(k, p + 3)}, 0);
  out[36] = net_turn(d, from, fw_max(0, p - 2));
  out[37] = net_turn(d, fw_min(k, p + 3), fw_min(k, p + 25));
  write_drop(d, p, out);
}

#endif
