#include "http.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define TIMEOUT_SECONDS 10
#define HEADER_BYTES 4096

static int open_connection(const http_server *server) {
  struct addrinfo hints = {0}, *found;
  struct timeval timeout = {TIMEOUT_SECONDS, 0};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo(server->host, server->port, &hints, &found) != 0) return -1;
  int connection = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
  if (connection >= 0) {
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
    if (connect(connection, found->ai_addr, found->ai_addrlen) != 0) {
      close(connection);
      connection = -1;
    }
  }
  freeaddrinfo(found);
  return connection;
}

static bool send_all(int connection, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = send(connection, bytes, count, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes += sent;
    count -= (size_t)sent;
  }
  return true;
}

static bool send_request(int connection, const http_server *server, const char *path, const char *credential,
                         const fw_text *body) {
  char header[HEADER_BYTES];
  int length = snprintf(header, sizeof header,
                        "POST /api%s HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n"
                        "%s%s%s%sContent-Length: %zu\r\n\r\n",
                        path, server->host, server->port, credential[0] == '\0' ? "" : "Authorization: Bearer ",
                        credential, credential[0] == '\0' ? "" : "\r\n",
                        body->length == 0 ? "" : "Content-Type: application/json\r\n", body->length);
  if (length < 0 || (size_t)length >= sizeof header) return false;
  return send_all(connection, header, (size_t)length) && send_all(connection, body->data, body->length);
}

/* One line without its end; false at the end of the connection. */
static bool read_line(FILE *stream, char *line, size_t size) {
  if (fgets(line, (int)size, stream) == NULL) return false;
  line[strcspn(line, "\r\n")] = '\0';
  return true;
}

/* Reads `count` bytes, of which `answer` keeps what fits. */
static void read_bytes(FILE *stream, size_t count, char *answer, size_t answer_size, size_t *kept) {
  for (int byte; count > 0 && (byte = fgetc(stream)) != EOF; count--)
    if (*kept + 1 < answer_size) answer[(*kept)++] = (char)byte;
  answer[*kept] = '\0';
}

static void read_chunks(FILE *stream, char *answer, size_t answer_size) {
  char line[64];
  size_t kept = 0;
  while (read_line(stream, line, sizeof line)) {
    size_t count = (size_t)strtoul(line, NULL, 16);
    if (count == 0) return;
    read_bytes(stream, count, answer, answer_size, &kept);
    if (!read_line(stream, line, sizeof line)) return;
  }
}

static int read_answer(FILE *stream, char *answer, size_t answer_size, uint32_t *retry_after_s) {
  char line[HEADER_BYTES];
  int status = 0;
  size_t length = 0, kept = 0;
  bool is_chunked = false;
  if (!read_line(stream, line, sizeof line) || sscanf(line, "HTTP/1.1 %d", &status) != 1) return 0;
  while (read_line(stream, line, sizeof line) && line[0] != '\0') {
    if (strncasecmp(line, "content-length:", 15) == 0) length = (size_t)strtoul(line + 15, NULL, 10);
    if (strncasecmp(line, "retry-after:", 12) == 0) *retry_after_s = (uint32_t)strtoul(line + 12, NULL, 10);
    if (strcasecmp(line, "transfer-encoding: chunked") == 0) is_chunked = true;
  }
  if (is_chunked) read_chunks(stream, answer, answer_size);
  else read_bytes(stream, length, answer, answer_size, &kept);
  return status;
}

int http_post(const http_server *server, const char *path, const char *credential, const fw_text *body, char *answer,
              size_t answer_size, uint32_t *retry_after_s) {
  int connection = open_connection(server);
  if (connection < 0) return 0;
  int status = 0;
  FILE *stream = send_request(connection, server, path, credential, body) ? fdopen(connection, "r") : NULL;
  if (stream == NULL) {
    close(connection);
    return 0;
  }
  status = read_answer(stream, answer, answer_size, retry_after_s);
  fclose(stream);
  return status;
}
