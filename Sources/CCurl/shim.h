#pragma once

/* libcurl's functions, loaded at the first one: it brings thirty libraries, and most runs of the
 * worker draw pictures. Variadic calls have one function per type of argument. */

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>

/* Nil where libcurl cannot be loaded; nothing but `trolley_curl_start`, and what can be called before
 * it, asks for that. */
static inline void *trolley_curl_function(const char *name) {
  static void *library;
  if (!library) library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  return library ? dlsym(library, name) : NULL;
}

#define TROLLEY_CURL(name) ((__typeof__(&name))trolley_curl_function(#name))

static inline CURL *trolley_curl_easy_init(void) { return TROLLEY_CURL(curl_easy_init)(); }

static inline void trolley_curl_easy_cleanup(CURL *h) { TROLLEY_CURL(curl_easy_cleanup)(h); }

static inline const char *trolley_curl_easy_strerror(CURLcode code) {
  return TROLLEY_CURL(curl_easy_strerror)(code);
}

static inline struct curl_slist *trolley_curl_slist_append(
    struct curl_slist *list, const char *text) {
  return TROLLEY_CURL(curl_slist_append)(list, text);
}

static inline void trolley_curl_slist_free_all(struct curl_slist *list) {
  TROLLEY_CURL(curl_slist_free_all)(list);
}

static inline CURLM *trolley_curl_multi_init(void) { return TROLLEY_CURL(curl_multi_init)(); }

static inline void trolley_curl_multi_cleanup(CURLM *h) { TROLLEY_CURL(curl_multi_cleanup)(h); }

static inline CURLMcode trolley_curl_multi_add(CURLM *h, CURL *transfer) {
  return TROLLEY_CURL(curl_multi_add_handle)(h, transfer);
}

static inline void trolley_curl_multi_remove(CURLM *h, CURL *transfer) {
  TROLLEY_CURL(curl_multi_remove_handle)(h, transfer);
}

static inline CURLMcode trolley_curl_multi_perform(CURLM *h, int *running) {
  return TROLLEY_CURL(curl_multi_perform)(h, running);
}

static inline CURLMcode trolley_curl_multi_poll(
    CURLM *h, struct curl_waitfd *more, unsigned count, int milliseconds, int *ready) {
  return TROLLEY_CURL(curl_multi_poll)(h, more, count, milliseconds, ready);
}

/* The seconds of a date in one of HTTP's forms; -1 when it is none. */
static inline time_t trolley_curl_date(const char *text) {
  __typeof__(&curl_getdate) function = TROLLEY_CURL(curl_getdate);
  return function ? function(text, NULL) : -1;
}

/* `location` relative to `base`; NULL when that is no address. */
static inline char *trolley_curl_resolve(const char *base, const char *location) {
  __typeof__(&curl_url) make = TROLLEY_CURL(curl_url);
  CURLU *parts = make ? make() : NULL;
  char *whole = NULL;
  if (!parts) return NULL;
  if (TROLLEY_CURL(curl_url_set)(parts, CURLUPART_URL, base, 0) != CURLUE_OK ||
      TROLLEY_CURL(curl_url_set)(parts, CURLUPART_URL, location, CURLU_URLENCODE) != CURLUE_OK ||
      TROLLEY_CURL(curl_url_get)(parts, CURLUPART_URL, &whole, 0) != CURLUE_OK) {
    whole = NULL;
  }
  TROLLEY_CURL(curl_url_cleanup)(parts);
  return whole;
}

static inline void trolley_curl_free(void *memory) { TROLLEY_CURL(curl_free)(memory); }

static inline CURLcode trolley_curl_set_number(CURL *h, CURLoption option, long value) {
  return TROLLEY_CURL(curl_easy_setopt)(h, option, value);
}

static inline CURLcode trolley_curl_set_text(CURL *h, CURLoption option, const char *value) {
  return TROLLEY_CURL(curl_easy_setopt)(h, option, value);
}

static inline CURLcode trolley_curl_set_pointer(CURL *h, CURLoption option, const void *value) {
  return TROLLEY_CURL(curl_easy_setopt)(h, option, value);
}

static inline CURLcode trolley_curl_set_list(
    CURL *h, CURLoption option, struct curl_slist *value) {
  return TROLLEY_CURL(curl_easy_setopt)(h, option, value);
}

typedef size_t (*trolley_curl_take)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode trolley_curl_set_take(
    CURL *h, CURLoption option, trolley_curl_take function) {
  return TROLLEY_CURL(curl_easy_setopt)(h, option, function);
}

typedef int (*trolley_curl_connected)(
    void *context, char *their_address, char *our_address, int their_port, int our_port);

/* Calls `function` once connected, just before the request is sent. */
static inline CURLcode trolley_curl_set_connected(
    CURL *h, trolley_curl_connected function, void *context) {
#if LIBCURL_VERSION_NUM >= 0x075000
  TROLLEY_CURL(curl_easy_setopt)(h, CURLOPT_PREREQDATA, context);
  return TROLLEY_CURL(curl_easy_setopt)(h, CURLOPT_PREREQFUNCTION, function);
#else
  return CURLE_OK;
#endif
}

/* Allows only https, and http if requested; by name where libcurl supports names. */
static inline CURLcode trolley_curl_set_protocols(CURL *h, int with_http) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return TROLLEY_CURL(curl_easy_setopt)(h, CURLOPT_PROTOCOLS_STR, with_http ? "http,https" : "https");
#else
  return TROLLEY_CURL(curl_easy_setopt)(
      h, CURLOPT_PROTOCOLS, (long)(with_http ? CURLPROTO_HTTP | CURLPROTO_HTTPS : CURLPROTO_HTTPS));
#endif
}

/* Allows only mail; without implicit TLS only if requested. */
static inline CURLcode trolley_curl_set_mail_protocols(CURL *h, int with_smtp) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return TROLLEY_CURL(curl_easy_setopt)(h, CURLOPT_PROTOCOLS_STR, with_smtp ? "smtp" : "smtps");
#else
  return TROLLEY_CURL(curl_easy_setopt)(
      h, CURLOPT_PROTOCOLS, (long)(with_smtp ? CURLPROTO_SMTP : CURLPROTO_SMTPS));
#endif
}

/* The constants are an enum's before libcurl 8.16 and macros since, which Swift sees as two types. */
static inline CURLcode trolley_curl_require_tls(CURL *h, int required) {
  return TROLLEY_CURL(curl_easy_setopt)(h, CURLOPT_USE_SSL, (long)(required ? CURLUSESSL_ALL : CURLUSESSL_NONE));
}

typedef int (*trolley_curl_progress)(
    void *context, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

/* Calls `function` again and again; the transfer fails once it returns something but 0. */
static inline CURLcode trolley_curl_set_progress(
    CURL *h, trolley_curl_progress function, void *context) {
  TROLLEY_CURL(curl_easy_setopt)(h, CURLOPT_XFERINFODATA, context);
  TROLLEY_CURL(curl_easy_setopt)(h, CURLOPT_XFERINFOFUNCTION, function);
  return TROLLEY_CURL(curl_easy_setopt)(h, CURLOPT_NOPROGRESS, 0L);
}

typedef int (*trolley_curl_talk)(
    CURL *h, curl_infotype type, char *bytes, size_t count, void *context);

/* Calls `function` with every command sent and every line received. */
static inline CURLcode trolley_curl_set_talk(
    CURL *h, trolley_curl_talk function, void *context) {
  TROLLEY_CURL(curl_easy_setopt)(h, CURLOPT_DEBUGDATA, context);
  TROLLEY_CURL(curl_easy_setopt)(h, CURLOPT_DEBUGFUNCTION, function);
  return TROLLEY_CURL(curl_easy_setopt)(h, CURLOPT_VERBOSE, 1L);
}

/* A cancelled transfer does not wait for a DNS lookup. */
static inline CURLcode trolley_curl_quit_quickly(CURL *h) {
#if LIBCURL_VERSION_NUM >= 0x075700
  return TROLLEY_CURL(curl_easy_setopt)(h, CURLOPT_QUICK_EXIT, 1L);
#else
  return CURLE_OK;
#endif
}

static inline CURLcode trolley_curl_get_number(CURL *h, CURLINFO info, long *value) {
  return TROLLEY_CURL(curl_easy_getinfo)(h, info, value);
}

static inline CURLMcode trolley_curl_multi_set_number(CURLM *h, CURLMoption option, long value) {
  return TROLLEY_CURL(curl_multi_setopt)(h, option, value);
}

/* The result of the finished transfer; -1 before that. */
static inline int trolley_curl_result(CURLM *h) {
  int left = 0;
  CURLMsg *message = TROLLEY_CURL(curl_multi_info_read)(h, &left);
  return message && message->msg == CURLMSG_DONE ? (int)message->data.result : -1;
}

/* Before all others. */
static inline CURLcode trolley_curl_start(void) {
  __typeof__(&curl_global_init) start = TROLLEY_CURL(curl_global_init);
  return start ? start(CURL_GLOBAL_DEFAULT) : CURLE_FAILED_INIT;
}
