#pragma once

/* libcurl's variadic calls, with one function per type of argument. */

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

static inline CURLcode trolley_curl_set_number(CURL *h, CURLoption option, long value) {
  return curl_easy_setopt(h, option, value);
}

static inline CURLcode trolley_curl_set_text(CURL *h, CURLoption option, const char *value) {
  return curl_easy_setopt(h, option, value);
}

static inline CURLcode trolley_curl_set_pointer(CURL *h, CURLoption option, const void *value) {
  return curl_easy_setopt(h, option, value);
}

static inline CURLcode trolley_curl_set_list(
    CURL *h, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(h, option, value);
}

typedef size_t (*trolley_curl_take)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode trolley_curl_set_take(
    CURL *h, CURLoption option, trolley_curl_take function) {
  return curl_easy_setopt(h, option, function);
}

typedef int (*trolley_curl_connected)(
    void *context, char *their_address, char *our_address, int their_port, int our_port);

/* Calls `function` once connected, just before the request is sent. */
static inline CURLcode trolley_curl_set_connected(
    CURL *h, trolley_curl_connected function, void *context) {
#if LIBCURL_VERSION_NUM >= 0x075000
  curl_easy_setopt(h, CURLOPT_PREREQDATA, context);
  return curl_easy_setopt(h, CURLOPT_PREREQFUNCTION, function);
#else
  return CURLE_OK;
#endif
}

/* Allows only https, and http if requested; by name where libcurl supports names. */
static inline CURLcode trolley_curl_set_protocols(CURL *h, int with_http) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(h, CURLOPT_PROTOCOLS_STR, with_http ? "http,https" : "https");
#else
  return curl_easy_setopt(
      h, CURLOPT_PROTOCOLS, (long)(with_http ? CURLPROTO_HTTP | CURLPROTO_HTTPS : CURLPROTO_HTTPS));
#endif
}

/* Allows only mail; without implicit TLS only if requested. */
static inline CURLcode trolley_curl_set_mail_protocols(CURL *h, int with_smtp) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(h, CURLOPT_PROTOCOLS_STR, with_smtp ? "smtp" : "smtps");
#else
  return curl_easy_setopt(
      h, CURLOPT_PROTOCOLS, (long)(with_smtp ? CURLPROTO_SMTP : CURLPROTO_SMTPS));
#endif
}

/* The constants are an enum's before libcurl 8.16 and macros since, which Swift sees as two types. */
static inline CURLcode trolley_curl_require_tls(CURL *h, int required) {
  return curl_easy_setopt(h, CURLOPT_USE_SSL, (long)(required ? CURLUSESSL_ALL : CURLUSESSL_NONE));
}

typedef int (*trolley_curl_progress)(
    void *context, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

/* Calls `function` again and again; the transfer fails once it returns something but 0. */
static inline CURLcode trolley_curl_set_progress(
    CURL *h, trolley_curl_progress function, void *context) {
  curl_easy_setopt(h, CURLOPT_XFERINFODATA, context);
  curl_easy_setopt(h, CURLOPT_XFERINFOFUNCTION, function);
  return curl_easy_setopt(h, CURLOPT_NOPROGRESS, 0L);
}

typedef int (*trolley_curl_talk)(
    CURL *h, curl_infotype type, char *bytes, size_t count, void *context);

/* Calls `function` with every command sent and every line received. */
static inline CURLcode trolley_curl_set_talk(
    CURL *h, trolley_curl_talk function, void *context) {
  curl_easy_setopt(h, CURLOPT_DEBUGDATA, context);
  curl_easy_setopt(h, CURLOPT_DEBUGFUNCTION, function);
  return curl_easy_setopt(h, CURLOPT_VERBOSE, 1L);
}

/* A cancelled transfer does not wait for a DNS lookup. */
static inline CURLcode trolley_curl_quit_quickly(CURL *h) {
#if LIBCURL_VERSION_NUM >= 0x075700
  return curl_easy_setopt(h, CURLOPT_QUICK_EXIT, 1L);
#else
  return CURLE_OK;
#endif
}

static inline CURLcode trolley_curl_get_number(CURL *h, CURLINFO info, long *value) {
  return curl_easy_getinfo(h, info, value);
}

static inline CURLMcode trolley_curl_multi_set_number(CURLM *h, CURLMoption option, long value) {
  return curl_multi_setopt(h, option, value);
}

/* The result of the finished transfer; -1 before that. */
static inline int trolley_curl_result(CURLM *h) {
  int left = 0;
  CURLMsg *message = curl_multi_info_read(h, &left);
  return message && message->msg == CURLMSG_DONE ? (int)message->data.result : -1;
}

static inline CURLcode trolley_curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
