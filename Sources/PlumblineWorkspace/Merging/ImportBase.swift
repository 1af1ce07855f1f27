/// The result of the last import, as digests.
struct ImportBase: Sendable, Hashable {
  /// The members of files other than endpoints, by the files' names.
  var files: [String: ValueDigest] = [:]
  /// The endpoints, by id.
  var endpoints: [String: ValueDigest] = [:]
  /// The recordings, by endpoint and name, such as `getItem/example`.
  var recordings: [String: ValueDigest] = [:]
}
