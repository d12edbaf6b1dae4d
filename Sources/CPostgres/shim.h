#pragma once
#include <libpq-fe.h>

// Swift imports a character constant as no String index, and the enums differ between versions.
static inline const char *longlist_pq_sqlstate(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline const char *longlist_pq_primary(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

// Whether the error ended the session.
static inline int longlist_pq_is_fatal(const PGresult *result) {
  const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
  return severity && (severity[0] == 'F' || severity[0] == 'P');
}

enum longlist_pq_kind {
  longlist_pq_rows, longlist_pq_done, longlist_pq_copy, longlist_pq_sync, longlist_pq_aborted,
  longlist_pq_failed
};

static inline int longlist_pq_kind(const PGresult *result) {
  switch (PQresultStatus(result)) {
  case PGRES_TUPLES_OK: return longlist_pq_rows;
  case PGRES_COMMAND_OK: case PGRES_EMPTY_QUERY: return longlist_pq_done;
  case PGRES_COPY_IN: return longlist_pq_copy;
  case PGRES_PIPELINE_SYNC: return longlist_pq_sync;
  case PGRES_PIPELINE_ABORTED: return longlist_pq_aborted;
  default: return longlist_pq_failed;
  }
}

static inline int longlist_pq_is_alive(const PGconn *connection) {
  return PQstatus(connection) == CONNECTION_OK;
}

static inline void longlist_pq_ignore(void *argument, const PGresult *result) {
  (void)argument;
  (void)result;
}

static inline void longlist_pq_silence(PGconn *connection) {
  PQsetNoticeReceiver(connection, longlist_pq_ignore, 0);
}
