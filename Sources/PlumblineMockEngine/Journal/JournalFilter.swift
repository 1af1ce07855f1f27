import PlumblineContractModel

/// A filter for the exchanges of a journal. A criterion that is `nil` matches everything.
package struct JournalFilter: Sendable {
  /// The id of the endpoint, or a pattern for it.
  package var endpoint: Wildcard?
  package var status: Int?
  package var method: String?
  /// A pattern for the path. `*` matches any text.
  package var path: Wildcard?
  /// A Boolean value that indicates whether exchanges must have drift or must have none.
  package var drifted: Bool?
  /// The number of an exchange. Only later exchanges match.
  package var after: Int?
  /// The maximum number of entries. The newest ones are returned.
  package var limit: Int

  /// Returns the entries that match, oldest first. The most expensive criterion is checked last.
  func pick(from entries: [JournalEntry], by judge: JournalJudge) -> [JournalEntry] {
    var found: [JournalEntry] = []
    for entry in entries.reversed() where found.count < limit {
      if let after, entry.id <= after { break }
      if let status, entry.status != status { continue }
      if let method, entry.request.method.rawValue != method { continue }
      if let path, !path.matches(entry.request.path) { continue }
      if let endpoint {
        guard let id = judge.library.endpoint(of: entry.request)?.id, endpoint.matches(id) else { continue }
      }
      if let drifted, judge.drift(entry).isEmpty == drifted { continue }
      found.append(entry)
    }
    return found.reversed()
  }
}
