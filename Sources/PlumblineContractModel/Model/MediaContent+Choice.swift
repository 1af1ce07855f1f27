import PlumblineJSONSchema
import PlumblineJSONTree

extension [MediaContent] {
  /// Returns the content that a client prefers, or the first of those if there are several (RFC 9110 section 12.5.1).
  /// If the client has no preference or accepts none of them, returns the first content.
  ///
  /// - Parameter accept: The value of the client's `Accept` fields.
  package func preferred(by accept: String?) -> MediaContent? {
    guard let accept, count > 1, let type = MediaRanges(accept).preferred(among: map { $0.mediaType }) else {
      return first
    }
    return first { $0.mediaType == type } ?? first
  }
}

extension MediaContent {
  /// Returns a value as XML, written as the schema of the described value defines it. `x-root` names the root element.
  package func markup(of value: JSON?) -> String {
    XMLText.document(value, root: schema?.source["x-root"]?.string ?? "root", of: inner)
  }
}
