/// The body that writes a comment.
struct CommentBody: Encodable, Sendable, Hashable {
  /// The text.
  let content: String

  enum CodingKeys: String, CodingKey {
    case content
  }
}
