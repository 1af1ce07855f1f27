/// The result of the last import, as digests.
struct ImportBase: Sendable, Hashable {
  /// The members of files except for the endpoints, by file name.
  var files: [String: ValueDigest] = [:]
  /// The endpoints, by id.
  var endpoints: [String: ValueDigest] = [:]
  /// The recordings, by endpoint and name, such as `getItem/example`.
  var recordings: [String: ValueDigest] = [:]
}
