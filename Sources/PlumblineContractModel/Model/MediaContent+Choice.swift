import PlumblineJSONSchema
import PlumblineJSONTree

extension [MediaContent] {
  /// The content that a client wants most, the first of several (RFC 9110 section 12.5.1); the first of all where it says
  /// nothing, or wants none of them.
  ///
  /// - Parameter accept: what its `Accept` fields say.
  package func preferred(by accept: String?) -> MediaContent? {
    guard let accept, count > 1, let type = MediaRanges(accept).preferred(among: map { $0.mediaType }) else {
      return first
    }
    return first { $0.mediaType == type } ?? first
  }
}

extension MediaContent {
  /// A value as a text in XML, in the form that the schema of what it says gives it. Its root is called as the `x-root` says.
  package func markup(of value: JSON?) -> String {
    XMLText.document(value, root: schema?.source["x-root"]?.string ?? "root", of: inner)
  }
}
