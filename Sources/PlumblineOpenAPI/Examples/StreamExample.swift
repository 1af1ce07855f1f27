import PlumblineContractModel
import PlumblineJSONTree

/// An example of a stream, given as its text or as the values of its events or lines. A single value needn't be in a
/// list.
enum StreamExample {
  /// Returns a Boolean value that indicates whether content is a stream that can be serialized.
  static func isStream(_ content: MediaContent) -> Bool { content.form() == .events || content.form() == .jsonLines }

  /// Returns the body of an example, or `nil` if its values can't be serialized as this content.
  static func bytes(of value: JSON, _ content: MediaContent) -> [UInt8]? {
    if let text = value.string { return Array(text.utf8) }
    return content.body(of: StreamValues.parts(of: value, areEvents: content.form() == .events))?.bytes
  }
}
