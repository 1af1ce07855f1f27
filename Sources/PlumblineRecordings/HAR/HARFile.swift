/// A HAR file (HTTP Archive 1.1 or 1.2), as captured by a browser or a proxy.
package struct HARFile: Sendable {
  package let entries: [HAREntry]
}
