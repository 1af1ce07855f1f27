import PlumblineASCII
import PlumblineHTTPMessages

/// The preconditions of requests (RFC 9110 section 13.1). Most of them are added by a client's cache, so recordings
/// omit them unless the response is about them.
enum ConditionField {
  /// The names of the fields, in lowercase.
  static let names: Set<String> = [
    "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
  ]

  /// Returns a Boolean value that indicates whether a response rejects a request because of a field. It does if its
  /// status is 412, or if its status is 400 and its body mentions the field.
  ///
  /// - Parameter name: The name of the field, in lowercase.
  static func isRefused(_ name: String, by response: Response) -> Bool {
    guard names.contains(name) else { return false }
    switch response.status {
    case 412: return true
    case 400:
      let bytes = response.body.bytes?.map(\.lowercased) ?? []
      return bytes.firstRange(of: Array(name.utf8)) != nil
    default: return false
    }
  }
}
