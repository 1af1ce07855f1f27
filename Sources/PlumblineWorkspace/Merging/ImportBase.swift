import PlumblineJSONTree

/// What the last import made of the document, as digests.
struct ImportBase: Sendable, Hashable {
  /// What files hold besides endpoints, by the file's name.
  var files: [String: ValueDigest] = [:]
  /// By id.
  var endpoints: [String: ValueDigest] = [:]
  /// By endpoint and name: `getItem/example`.
  var recordings: [String: ValueDigest] = [:]
}
