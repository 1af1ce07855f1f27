import PlumblineASCII
import PlumblineHTTPMessages

/// A precondition of a request (RFC 9110 section 13.1). A client's cache adds most of them on its own, so recordings
/// leave them out, unless the response is about them.
enum ConditionField {
  /// The names of the fields, in lowercase.
  static let names: Set<String> = [
    "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
  ]

  /// Returns a Boolean value that indicates whether a response refuses a request because of a field, whose name is in
  /// lowercase, either by a 412 or by a 400 that names the field.
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
