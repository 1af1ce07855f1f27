import PlumblineJSONTree

/// A HAR file (HTTP Archive 1.1 or 1.2): the capture of a browser or a proxy.
package struct HARFile: Sendable {
  package let entries: [HAREntry]
  /// The member `log`, with everything that belongs to no entry.
  package let log: JSON

  package init(entries: [HAREntry], log: JSON) {
    self.entries = entries
    self.log = log
  }
}
