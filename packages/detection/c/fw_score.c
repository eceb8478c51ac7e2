#include "fw_internal.h"

static float limited(float logit) {
  if (logit > FW_LARGEST_LOGIT) return FW_LARGEST_LOGIT;
  return logit < -FW_LARGEST_LOGIT ? -FW_LARGEST_LOGIT : logit;
}

/* Logistic regression of this age. A rotation that was not measured has its mean: it adds nothing. */
static float linear_logit(const fw_real *features, bool has_gyro, int age) {
  float logit = fw_bias[age];
  for (int i = 0; i < FW_FEATURES; i++) {
    if (!has_gyro && fw_needs_gyro[i]) continue;
    float value = (float)features[i];
    if (value < fw_low[i]) value = fw_low[i];
    if (value > fw_high[i]) value = fw_high[i];
    logit += fw_weight[age][i] * (value - fw_mean_of[age][i]);
  }
  return limited(logit);
}

/* The unit of the thresholds of this feature is so small that each of them is an integer: no threshold is rounded. */
static int32_t in_threshold_units(fw_real value, float units) {
  fw_real scaled = fw_ceil(value * FW_REAL(units));
  if (scaled > FW_REAL(2147483000)) return 2147483000;
  return scaled < FW_REAL(-2147483000) ? -2147483000 : (int32_t)scaled;
}

/* Boosted trees of depth 3: seven splits in heap order and eight leaves each. A split goes right if it is exceeded. */
static float trees_logit(const int32_t *values) {
  float sum = FW_TREES_BASELINE;
  for (int tree = 0; tree < FW_TREES; tree++) {
    const uint8_t *feature = &fw_feature[tree * 7];
    const int32_t *threshold = &fw_threshold[tree * 7];
    int node = 0;
    for (int depth = 0; depth < 3; depth++) node = 2 * node + 1 + (values[feature[node]] > threshold[node]);
    sum += fw_leaf[tree * 8 + node - 7];
  }
  return limited(sum);
}

static float sigmoid(float logit) { return 1.0F / (1.0F + expf(-logit)); }

float fw_score(const fw_real *features, bool has_gyro, int age) {
  float linear = linear_logit(features, has_gyro, age);
  if (age < FW_DECISION_AGE) return sigmoid(linear);
  float logit = linear;
  if (linear >= FW_NO_DOUBT_LOGIT) {
    int32_t values[FW_FEATURES + 1];
    for (int i = 0; i < FW_FEATURES; i++) {
      bool is_known = has_gyro || !fw_needs_gyro[i];
      values[i] = in_threshold_units(is_known ? features[i] : FW_REAL(fw_mean_of[age][i]), fw_threshold_units[i]);
    }
    values[FW_FEATURES] = age;
    logit = (linear + trees_logit(values)) / 2;
  }
  return sigmoid(FW_PLATT_A * logit + FW_PLATT_B);
}
