/* HTTP/1.1 over POSIX sockets, one connection for each request. For tests: it does not speak TLS. */
#ifndef HTTP_H
#define HTTP_H

#include "fw_text.h"

typedef struct {
  const char *host;
  const char *port;
} http_server;

/* As fw_port.post, with http_server as the context. */
int http_post(const http_server *server, const char *path, const char *credential, const fw_text *body, char *answer,
              size_t answer_size, uint32_t *retry_after_s);

#endif
