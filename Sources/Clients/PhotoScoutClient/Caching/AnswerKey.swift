import PlumblineAPIClient

/// Whose answer to what is kept.
public struct AnswerKey: Sendable, Hashable {
  /// The visitor who asked: nobody else gets the answer.
  public let visitorId: String
  /// The path below the API's address, percent-encoded: `/plans/7`.
  public let path: String

  /// Takes both.
  public init(visitorId: String, path: String) {
    self.visitorId = visitorId
    self.path = path
  }

  init(_ path: EndpointPath, of visitorId: String) {
    self.init(visitorId: visitorId, path: path.percentEncoded)
  }
}
