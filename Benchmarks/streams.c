// Holds many live streams and tells when each of them has heard of a change: streams PORT COUNT COOKIE TOPIC,TOPIC...
//
// The streams listen to the topics in turn. Says "up COUNT" when all are open. For each line read, which is the place
// of a topic, it prints one line: the monotonic nanoseconds at which each of its streams received the next "event: html". In C and on one thread, so that the figures are the server's.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000L + t.tv_nsec;
}

static int connected(int number, int port) {
  int line = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET, .sin_port = htons(port)};
  // Many addresses, so that ports do not run out.
  from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 257 + number % 8);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(line, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(line, (struct sockaddr *)&from, sizeof from) || connect(line, (struct sockaddr *)&to, sizeof to)) {
    perror("connect");
    exit(1);
  }
  return line;
}

int main(int count_of_words, char **words) {
  if (count_of_words != 5) return 2;
  int port = atoi(words[1]), count = atoi(words[2]), up = 0, heard = 0, waiting = 0, topics = 0, asked = 0, most = 0;
  char *topic[1024];
  for (char *word = strtok(words[4], ","); word && topics < 1024; word = strtok(NULL, ",")) topic[topics++] = word;
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  long *at = calloc(count, sizeof *at);
  char *is_up = calloc(count, 1), request[8192], buffer[65536];
  int poll = epoll_create1(0);
  struct epoll_event input = {.events = EPOLLIN, .data.u64 = 0xFFFFFFFF}, events[256];
  epoll_ctl(poll, EPOLL_CTL_ADD, 0, &input);
  for (int number = 0; number < count; number++) {
    int line = connected(number, port);
    int size = snprintf(request, sizeof request,
                        "GET /live?topics=%s HTTP/1.1\r\nHost: localhost:%d\r\nAccept: text/event-stream\r\nCookie: %s\r\n\r\n",
                        topic[number % topics], port, words[3]);
    if (write(line, request, size) != size) return 1;
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = (unsigned long)line << 32 | number};
    epoll_ctl(poll, EPOLL_CTL_ADD, line, &event);
  }
  for (;;) {
    int ready = epoll_wait(poll, events, 256, 20000);
    if (ready <= 0) return 3;
    for (int place = 0; place < ready; place++) {
      if (events[place].data.u64 == 0xFFFFFFFF) {
        ssize_t said = read(0, buffer, sizeof buffer - 1);
        if (said <= 0) return 0;
        buffer[said] = 0;
        memset(at, 0, count * sizeof *at);
        asked = atoi(buffer) % topics;
        most = (count - asked + topics - 1) / topics;
        heard = 0, waiting = 1;
        puts("ready");
        fflush(stdout);
        continue;
      }
      int number = (int)(events[place].data.u64 & 0xFFFFFFFF), line = (int)(events[place].data.u64 >> 32);
      ssize_t got = recv(line, buffer, sizeof buffer - 1, 0);
      if (got <= 0) return 4;
      if (!is_up[number] && memmem(buffer, got, " 200 ", 5)) {
        is_up[number] = 1;
        if (++up == count) printf("up %d\n", up), fflush(stdout);
      }
      if (waiting && number % topics == asked && !at[number] && (memmem(buffer, got, "event: html", 11) || memmem(buffer, got, "event: refresh", 14))) {
        at[number] = now();
        if (++heard == most) {
          for (int each = asked; each < count; each += topics) printf("%ld ", at[each]);
          puts(""), fflush(stdout), waiting = 0;
        }
      }
    }
  }
}
