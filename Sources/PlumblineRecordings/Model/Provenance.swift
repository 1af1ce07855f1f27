/// Where a recording comes from.
package struct Provenance: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Captured from a server.
    case recorded
    /// Taken over from another tool's capture.
    case imported
    /// Written from the documentation. Never passed off as recorded.
    case authored
  }

  package let kind: Kind
  /// The day it was made, `YYYY-MM-DD`, or the moment.
  package let on: String
  /// The server or the file that it was taken from.
  package let from: String?
  /// What a reader should know besides.
  package let note: String?

  package init(kind: Kind, on: String, from: String?, note: String? = nil) {
    self.kind = kind
    self.on = on
    self.from = from
    self.note = note
  }
}
