import PlumblineContractModel

/// A filter for the exchanges of a journal to show. A missing criterion matches everything.
package struct JournalFilter: Sendable {
  /// An endpoint's id or pattern.
  package var endpoint: Wildcard?
  package var status: Int?
  package var method: String?
  /// A path, in which `*` matches any text.
  package var path: Wildcard?
  /// A Boolean value that indicates whether matches have drift. `nil` matches both.
  package var drifted: Bool?
  /// The number after which exchanges match.
  package var after: Int?
  /// The maximum number of entries, the newest ones.
  package var limit: Int

  /// Returns the entries that match, the oldest first. The most expensive criterion is checked last.
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
