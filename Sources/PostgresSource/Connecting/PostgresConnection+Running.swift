#if canImport(CPostgres)
  internal import CPostgres

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Darwin)
    internal import Darwin
  #endif

  extension PostgresConnection {
    /// Runs one or more statements, separated by semicolons; rows come as text.
    ///
    /// - Returns: What the last statement gave.
    /// - Throws: `PostgresError` of the first that fails.
    @discardableResult
    public func execute(_ sql: String) throws(PostgresError) -> PostgresResult {
      try send(sql) { unsafe PQsendQuery(handle, sql) }
      return try result(of: sql)
    }

    /// Runs a statement, which is prepared before its first run; rows come in binary.
    @discardableResult
    public func run(
      _ statement: PostgresStatement, _ parameters: PostgresParameters = PostgresParameters()
    ) throws(PostgresError) -> PostgresResult {
      try prepare(statement)
      try send(statement, parameters)
      return try result(of: statement.sql)
    }

    /// Runs statements in one round trip; after the first that fails none is run.
    ///
    /// - Parameters:
    ///   - calls: At most some hundred, as their answers wait in the sockets.
    ///   - check: Looks at each result in turn.
    /// - Throws: `PostgresError` of the first that fails.
    func runTogether(
      _ calls: [(statement: PostgresStatement, parameters: PostgresParameters)],
      _ check: (_ index: Int, PostgresResult) -> Void
    ) throws(PostgresError) {
      for call in calls { try prepare(call.statement) }
      guard !isLost, unsafe PQenterPipelineMode(handle) == 1 else { throw loss(sql: nil) }
      for call in calls { try send(call.statement, call.parameters) }
      try send("") { unsafe PQpipelineSync(handle) }
      var failure: PostgresError?
      for (index, call) in calls.enumerated() {
        do throws(PostgresError) {
          let result = try result(of: call.statement.sql, inPipeline: true)
          if let result, failure == nil { check(index, result) }
        } catch  where !error.isLoss {
          failure = failure ?? error
        }
      }
      // What remains is the answer to the sync.
      if let handle = try unsafe next(sql: nil) { unsafe PQclear(handle) }
      guard unsafe PQexitPipelineMode(handle) == 1 else { throw loss(sql: nil) }
      if let failure { throw failure }
    }

    // MARK: - Sending

    func prepare(_ statement: PostgresStatement) throws(PostgresError) {
      if let sql = prepared[statement.name] {
        precondition(sql == statement.sql, "two statements of one name")
        return
      }
      let types = statement.parameters.map { Oid($0.rawValue) }
      try send(statement.sql) {
        unsafe PQsendPrepare(handle, statement.name, statement.sql, Int32(types.count), types)
      }
      _ = try result(of: statement.sql)
      prepared[statement.name] = statement.sql
    }

    private func send(
      _ statement: PostgresStatement, _ parameters: PostgresParameters
    ) throws(PostgresError) {
      precondition(parameters.byteRanges.count == statement.parameters.count, "parameters missing")
      let count = parameters.byteRanges.count
      guard parameters.bytes.count < 1 << 30 else {
        throw PostgresError(
          .programLimitExceeded,
          "\(parameters.bytes.count) bytes of values, of which PostgreSQL takes 1 GiB",
          sql: statement.sql, place: place)
      }
      // SAFETY: the pointers lie in `bytes`, which outlives the call; libpq copies what it sends.
      // An empty value needs a pointer too, as nil means NULL: the first byte's place is never read.
      try send(statement.sql) {
        unsafe parameters.bytes.withUnsafeBytes { bytes in
          let nowhere = unsafe UnsafeRawPointer(bitPattern: 1)
          let base = unsafe bytes.baseAddress ?? nowhere
          let values: [UnsafePointer<CChar>?] = unsafe parameters.byteRanges.map { range in
            unsafe range.flatMap { range in
              unsafe (base.map { unsafe $0 + range.lowerBound })?.assumingMemoryBound(
                to: CChar.self)
            }
          }
          let lengths = parameters.byteRanges.map { Int32($0?.count ?? 0) }
          let formats = [Int32](repeating: 1, count: count)
          return unsafe PQsendQueryPrepared(
            handle, statement.name, Int32(count), values, lengths, formats, 1)
        }
      }
    }

    private func send(_ sql: String, _ body: () -> Int32) throws(PostgresError) {
      guard !isLost else { throw loss(sql: sql) }
      // Refused by libpq itself, the session is of no use either: nobody knows what was sent.
      guard body() == 1 else { throw loss(sql: sql) }
    }

    // MARK: - Receiving

    /// Waits for everything that the statements gave; returns the last result.
    func result(of sql: String) throws(PostgresError) -> PostgresResult {
      guard let result = try result(of: sql, inPipeline: false) else {
        throw PostgresError(.unexpectedAnswer, "no answer", sql: sql, place: place)
      }
      return result
    }

    /// - Returns: nil for a statement of a pipeline that was not run, as one before it failed.
    private func result(
      of sql: String, inPipeline: Bool
    ) throws(PostgresError) -> PostgresResult? {
      var last: PostgresResult?
      var failure: PostgresError?
      while let handle = try unsafe next(sql: sql) {
        switch unsafe longlist_pq_kind(handle) {
        case Int32(longlist_pq_failed.rawValue):
          let error = unsafe error(of: handle, sql: sql)
          // The server says so before the connection's end arrives here.
          if unsafe longlist_pq_is_fatal(handle) != 0 { isLost = true }
          unsafe PQclear(handle)
          failure = failure ?? error
        case Int32(longlist_pq_copy.rawValue):
          return unsafe PostgresResult(handle, place: place)
        case Int32(longlist_pq_aborted.rawValue): unsafe PQclear(handle)
        default: last = unsafe PostgresResult(handle, place: place)
        }
      }
      if unsafe isLost || longlist_pq_is_alive(handle) == 0 {
        isLost = true
        throw PostgresError(
          .connectionLost, failure?.message ?? lastMessage, sql: sql, place: place)
      }
      if let failure { throw failure }
      return last
    }

    /// Waits for the next result; nil when the statement has no more.
    private func next(sql: String?) throws(PostgresError) -> OpaquePointer? {
      let deadline = answerTimeoutMilliseconds.map { Self.milliseconds() + $0 }
      while unsafe PQisBusy(handle) != 0 {
        var descriptor = unsafe pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        let rest = deadline.map { max(0, $0 - Self.milliseconds()) }
        let count = unsafe poll(&descriptor, 1, rest.map { Int32(clamping: $0) } ?? -1)
        if count < 0, errno == EINTR { continue }
        guard count != 0 else {
          isLost = true
          throw PostgresError(
            .noAnswer, "no answer in time: check the server and the way to it", sql: sql,
            place: place
          )
        }
        // A broken connection makes libpq give a failed result, with its reason.
        guard unsafe PQconsumeInput(handle) == 1 else { break }
      }
      return unsafe PQgetResult(handle)
    }

    /// The server ends the statement first, and has some time to say so.
    private var answerTimeoutMilliseconds: Int? {
      if let patienceMilliseconds { return patienceMilliseconds }
      return options.statementTimeoutMilliseconds > 0
        ? options.statementTimeoutMilliseconds + 5_000 : nil
    }

    private static func milliseconds() -> Int {
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
    }

    private func error(of result: OpaquePointer, sql: String?) -> PostgresError {
      let state = unsafe longlist_pq_sqlstate(result).map { unsafe String(cString: $0) }
      let primary = unsafe longlist_pq_primary(result).map { unsafe String(cString: $0) }
      return PostgresError(
        state.map { PostgresError.Code(rawValue: $0) } ?? .connectionLost,
        primary ?? lastMessage, sql: sql, place: place)
    }

    private var lastMessage: String { unsafe String(cString: PQerrorMessage(handle)) }

    func loss(sql: String?) -> PostgresError {
      isLost = true
      return PostgresError(
        .connectionLost, unsafe String(cString: PQerrorMessage(handle)), sql: sql, place: place)
    }
  }

  extension PostgresConnection {
    /// Keeps what the open transaction did.
    ///
    /// - Throws: `commitUnknown` if the connection breaks meanwhile; the server then has it all or nothing of it.
    func commit() throws(PostgresError) {
      do throws(PostgresError) {
        try execute("COMMIT")
      } catch  where error.isLoss {
        throw PostgresError(.commitUnknown, error.message, sql: "COMMIT", place: place)
      }
    }
  }
#endif
