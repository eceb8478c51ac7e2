/*
 * SKETCH, NOT COMPILED BY THIS PROJECT: the port for an ESP32 (ESP-IDF 5) with an MPU-6050 on I²C. It shows where the
 * hardware meets the protocol part; error handling of Wi-Fi, I²C and flash memory is left out.
 */
#include <string.h>

#include "driver/i2c_master.h"
#include "esp_crt_bundle.h"
#include "esp_http_client.h"
#include "esp_mac.h"
#include "esp_random.h"
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/queue.h"
#include "freertos/task.h"
#include "fw_device.h"
#include "nvs.h"

#define SERVICE "https://care.example.org"
#define MPU6050_ADDRESS 0x68

static QueueHandle_t seconds;   /* of fw_reading, filled by the sampling task */
static fw_device device;
static i2c_master_dev_handle_t imu;

static uint64_t uptime_ms(void *context) { return (uint64_t)esp_timer_get_time() / 1000; }
static uint32_t get_random(void *context) { return esp_random(); }

static bool save_credential(void *context, const char *credential) {
  nvs_handle_t flash;
  if (nvs_open("fallwatch", NVS_READWRITE, &flash) != ESP_OK) return false;
  bool is_saved = nvs_set_str(flash, "credential", credential) == ESP_OK && nvs_commit(flash) == ESP_OK;
  nvs_close(flash);
  return is_saved;
}

static int post(void *context, const char *path, const char *credential, const fw_text *body, char *answer,
                size_t answer_size, uint32_t *retry_after_s) {
  char url[192], authorization[160];
  char *retry_after = NULL;
  int status = 0;
  snprintf(url, sizeof url, SERVICE "/api%s", path);
  snprintf(authorization, sizeof authorization, "Bearer %s", credential);
  esp_http_client_config_t config = {
    .url = url, .method = HTTP_METHOD_POST, .timeout_ms = 10000, .crt_bundle_attach = esp_crt_bundle_attach,
  };
  esp_http_client_handle_t client = esp_http_client_init(&config);
  if (body->length > 0) esp_http_client_set_header(client, "Content-Type", "application/json");
  if (credential[0] != '\0') esp_http_client_set_header(client, "Authorization", authorization);
  if (esp_http_client_open(client, body->length) == ESP_OK &&
      esp_http_client_write(client, body->data, body->length) == (int)body->length) {
    esp_http_client_fetch_headers(client);
    status = esp_http_client_get_status_code(client);
    int count = esp_http_client_read_response(client, answer, answer_size - 1);
    answer[count < 0 ? 0 : count] = '\0';
    esp_http_client_get_header(client, "Retry-After", &retry_after);
    if (retry_after != NULL) *retry_after_s = strtoul(retry_after, NULL, 10);
  }
  esp_http_client_cleanup(client);
  return status < 0 ? 0 : status;
}

/* Range ±16 g (register 0x1C = 0x18) and ±2000 °/s (0x1B = 0x18), low-pass 44 Hz (0x1A = 0x03). */
static fw_sample read_sample(void) {
  uint8_t first = 0x3B, raw[14];
  i2c_master_transmit_receive(imu, &first, 1, raw, sizeof raw, 10);
  int16_t value[7];
  for (int i = 0; i < 7; i++) value[i] = (int16_t)(raw[2 * i] << 8 | raw[2 * i + 1]);
  /* 2048 per g; 16.4 per °/s. value[3] is the temperature. */
  return (fw_sample){
    value[0] * 981 / 2048, value[1] * 981 / 2048, value[2] * 981 / 2048,
    value[4] * 10 / 164,   value[5] * 10 / 164,   value[6] * 10 / 164,
  };
}

static void sample_task(void *unused) {
  static fw_reading reading;
  TickType_t woken = xTaskGetTickCount();
  for (;;) {
    for (int i = 0; i < FW_RATE_HZ; i++) {
      vTaskDelayUntil(&woken, pdMS_TO_TICKS(1000 / FW_RATE_HZ));
      reading.samples[i] = read_sample();
    }
    reading.uptime_ms = uptime_ms(NULL);
    reading.battery_percent = reading.heart_rate = reading.spo2 = FW_NONE;
    xQueueSend(seconds, &reading, 0);
  }
}

static void network_task(void *unused) {
  static fw_reading reading;
  char code[16];
  for (;;) {
    while (device.connection == FW_UNPAIRED) {
      if (fw_start_pairing(&device, code, sizeof code)) {
        show_code(code);   /* on the display of the board */
        do vTaskDelay(pdMS_TO_TICKS(1000 * device.poll_seconds));
        while (fw_poll_pairing(&device) == FW_PAIRING_WAITS);
      }
      vTaskDelay(pdMS_TO_TICKS(5000));
    }
    xQueueReceive(seconds, &reading, portMAX_DELAY);
    fw_send_second(&device, &reading);
  }
}

void app_main(void) {
  fw_identity identity = {.firmware_version = "1.0.0", .body_site = "wrist", .boot_id = esp_random()};
  fw_port port = {NULL, post, uptime_ms, get_random, save_credential};
  char credential[128] = "";
  uint8_t mac[6];
  connect_wifi();   /* and nvs_flash_init; see the Wi-Fi example of ESP-IDF */
  imu = start_mpu6050(MPU6050_ADDRESS);
  esp_read_mac(mac, ESP_MAC_WIFI_STA);
  snprintf(identity.device_id, sizeof identity.device_id, "%02X:%02X:%02X:%02X:%02X:%02X", mac[0], mac[1], mac[2],
           mac[3], mac[4], mac[5]);
  load_credential(credential, sizeof credential);   /* nvs_get_str, as in save_credential */
  fw_begin(&device, &identity, &port, credential);
  seconds = xQueueCreate(8, sizeof(fw_reading));
  xTaskCreate(sample_task, "sample", 4096, NULL, 10, NULL);
  xTaskCreate(network_task, "network", 8192, NULL, 5, NULL);
}
