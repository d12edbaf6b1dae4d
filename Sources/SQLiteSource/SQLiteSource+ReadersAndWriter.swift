public import ListSource

extension ReadersAndWriter {
  /// Makes readers and a writer of a file.
  ///
  /// - Parameters:
  ///   - secret: Signs the cursors.
  ///   - journal: The journal that the file gets before anybody reads.
  ///   - form: How pages are asked for, by the last row.
  ///   - busyTimeoutMilliseconds: How long a call waits for a lock.
  public init(
    path: String, secret: [UInt8], journal: SQLiteSource.Options.Journal,
    form: QueryForm = .cursor, busyTimeoutMilliseconds: Int32 = 1_000
  ) {
    var reading = SQLiteSource.Options(form: form)
    reading.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    var writing = SQLiteSource.Options(form: form, isWritable: true, journal: journal)
    writing.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    self.init { [reading] () throws(SourceError) in
      try SQLiteSource(path: path, secret: secret, options: reading)
    } openWriter: { [writing] () throws(SourceError) in
      try SQLiteSource(path: path, secret: secret, options: writing)
    }
    isByCursor = form == .cursor
  }
}
