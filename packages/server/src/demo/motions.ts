/** The largest sample of a second, m/s² and °/s: upright, landing, lying. */
const still = { gyro_x: 2, gyro_y: -1, gyro_z: 1 };
export const atRest = { accel_x: 0.4, accel_y: 0.3, accel_z: 9.8, ...still };
export const lying = { accel_x: 9.6, accel_y: 1.4, accel_z: 0.9, ...still };
const hard = { accel_x: 30, accel_y: 18, accel_z: 38, gyro_x: 310, gyro_y: 160, gyro_z: 90 };
export const landings = {
  soft: {
    waist: { accel_x: 12.5, accel_y: 7, accel_z: 17, gyro_x: 140, gyro_y: 80, gyro_z: 40 },
    wrist: { accel_x: 20, accel_y: 13, accel_z: 30, gyro_x: 270, gyro_y: 130, gyro_z: 70 },
  },
  hard: { waist: hard, wrist: hard },
};
