#pragma once
#include <curl/curl.h>
#include <stddef.h>

/* curl_easy_setopt and curl_easy_getinfo are variadic, which Swift does not import. */
static inline CURLcode post_curl_set_long(CURL *h, CURLoption o, long v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode post_curl_set_string(CURL *h, CURLoption o, const char *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode post_curl_set_pointer(CURL *h, CURLoption o, void *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode post_curl_set_list(CURL *h, CURLoption o, struct curl_slist *v) { return curl_easy_setopt(h, o, v); }
typedef size_t (*post_curl_io)(char *buffer, size_t size, size_t count, void *user);
static inline CURLcode post_curl_set_io(CURL *h, CURLoption o, post_curl_io f) { return curl_easy_setopt(h, o, f); }
typedef int (*post_curl_watch)(void *user, curl_off_t, curl_off_t, curl_off_t, curl_off_t);
static inline CURLcode post_curl_set_watch(CURL *h, CURLoption o, post_curl_watch f) { return curl_easy_setopt(h, o, f); }
static inline CURLcode post_curl_get_long(CURL *h, CURLINFO i, long *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode post_curl_get_offset(CURL *h, CURLINFO i, curl_off_t *v) { return curl_easy_getinfo(h, i, v); }
