#if canImport(CPostgres)
  internal import CPostgres

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Darwin)
    internal import Darwin
  #endif

  /// A session with a server.
  ///
  /// Calls wait for the answer, but no longer than the session's time limits. Not `Sendable`: one thread
  /// at a time uses a connection. After an error it is usable, unless `isLost`.
  @safe public final class PostgresConnection {
    // SAFETY: the handle is valid as long as the object lives, and nothing unsafe is public.
    /// The server's address, without a password.
    public var place: String { address.place }
    private let address: PostgresAddress
    /// How the session was opened.
    public let options: Options
    /// Whether the session broke; then only a new connection helps.
    public internal(set) var isLost = false
    /// How long to wait for an answer, instead of the statement's time limit and some seconds.
    var patienceMilliseconds: Int?
    let handle: OpaquePointer
    /// The text of each prepared statement by its name.
    var prepared: [String: String] = [:]

    /// Opens a session.
    ///
    /// - Throws: `cannotConnect`, `passwordRefused`, or what the server says of the settings.
    public init(_ address: PostgresAddress, options: Options = Options()) throws(PostgresError) {
      let words = [
        ("connect_timeout", String(max(2, options.connectTimeoutSeconds))),
        ("dbname", address.text),
        ("client_encoding", "UTF8"), ("fallback_application_name", "longlist"),
      ]
      var keywords: [UnsafePointer<CChar>?] = unsafe words.map {
        unsafe UnsafePointer(strdup($0.0))
      }
      var values: [UnsafePointer<CChar>?] = unsafe words.map { unsafe UnsafePointer(strdup($0.1)) }
      unsafe keywords.append(nil)
      unsafe values.append(nil)
      // SAFETY: both arrays end with nil and outlive the call, which copies the texts.
      defer {
        unsafe (keywords + values).forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) }
      }
      guard let handle = unsafe PQconnectdbParams(keywords, values, 1) else {
        throw PostgresError(.cannotConnect, "no memory for a connection", place: address.place)
      }
      // Else libpq prints the server's notices.
      unsafe longlist_pq_silence(handle)
      guard unsafe longlist_pq_is_alive(handle) != 0 else {
        let message = unsafe String(cString: PQerrorMessage(handle))
        let isPassword =
          unsafe PQconnectionNeedsPassword(handle) != 0
          || PQconnectionUsedPassword(handle) != 0 && message.contains("authentication")
        unsafe PQfinish(handle)
        throw PostgresError(
          isPassword ? .passwordRefused : .cannotConnect,
          message
            + (isPassword
              ? "give the user's password in the address or in PGPASSWORD"
              : "check address, user and database, and that the server runs"),
          place: address.place)
      }
      self.address = address
      self.options = options
      unsafe self.handle = handle
      try configure()
    }

    deinit {
      // SAFETY: nobody else has the handle.
      unsafe PQfinish(handle)
    }

    /// Sets what the server knows of the settings: engines that speak PostgreSQL's protocol lack some.
    private func configure() throws(PostgresError) {
      var settings = [
        "statement_timeout": String(options.statementTimeoutMilliseconds),
        "lock_timeout": String(options.lockTimeoutMilliseconds),
        "default_transaction_read_only": options.isWritable ? "off" : "on",
        "jit": "off",
      ]
      settings.merge(options.settings) { $1 }
      let values = settings.sorted { $0.key < $1.key }
        .map { "(\(Self.literal($0.key)), \(Self.literal($0.value)))" }.joined(separator: ", ")
      try execute(
        """
        SELECT set_config(known.name, wanted.value, false)
        FROM (VALUES \(values)) AS wanted(name, value) JOIN pg_settings AS known ON known.name = wanted.name
        """)
    }

    /// The server's version, as 150020 for 15.20.
    public var serverVersion: Int { unsafe Int(PQserverVersion(handle)) }

    /// The number of the server's process that serves the session.
    public var backendNumber: Int { unsafe Int(PQbackendPID(handle)) }

    /// Opens another session of the same user on the same server.
    func another(
      _ change: (inout Options) -> Void = { _ in }
    ) throws(PostgresError) -> PostgresConnection {
      var options = options
      change(&options)
      return try PostgresConnection(address, options: options)
    }

    /// The socket.
    var descriptor: Int32 { unsafe PQsocket(handle) }
  }
#endif
