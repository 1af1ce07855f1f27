import PlumblineJSONTree

/// A HAR file (HTTP Archive 1.1 or 1.2): what a browser or a proxy captured.
package struct HARFile: Sendable {
  package let entries: [HAREntry]
  /// The member `log`, with all that belongs to no entry.
  package let log: JSON

  package init(entries: [HAREntry], log: JSON) {
    self.entries = entries
    self.log = log
  }
}
