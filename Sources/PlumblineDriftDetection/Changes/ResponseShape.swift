import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// The content of a success or error response.
struct ResponseShape {
  enum Content {
    /// The envelope with a payload.
    case payload(Schema)
    case noPayload
    case failure
    /// Content without an envelope.
    case bare([MediaContent])
    case empty
  }

  let statuses: StatusRange
  /// The error's name.
  let name: String?
  let condition: Condition
  let content: Content
  let headers: [DocumentedResponse.Header]
  /// The response's additional envelope members.
  let others: [String]
  let location: SourceLocation

  init(_ answer: DocumentedResponse) {
    statuses = answer.statuses
    name = nil
    condition = answer.condition
    headers = answer.headers
    others = answer.others
    location = answer.location
    content =
      switch answer.content {
      case .payload(let schema): .payload(schema)
      case .noPayload: .noPayload
      case .body(let schema): .bare([Self.json(schema)])
      case .media(let contents): .bare(contents)
      case .empty: .empty
      }
  }

  init(_ failure: Failure) {
    statuses = failure.statuses
    name = failure.name
    condition = Condition()
    headers = failure.headers
    others = []
    location = failure.location
    content =
      switch failure.content {
      case .envelope: .failure
      case .body(let schema): .bare([Self.json(schema)])
      case .media(let contents): .bare(contents)
      case .empty: .empty
      }
  }

  /// A Boolean value that indicates whether the response is in the service's envelope.
  var isEnveloped: Bool {
    switch content {
    case .payload, .noPayload, .failure: true
    case .bare, .empty: false
    }
  }

  /// A short description of the content.
  var words: String {
    switch content {
    case .payload: "the envelope with a payload"
    case .noPayload: "the envelope without a payload"
    case .failure: "the envelope for an error"
    case .bare(let contents): Spelling.list(contents.map(\.mediaType), joining: "or")
    case .empty: "no body"
    }
  }

  private static func json(_ schema: Schema) -> MediaContent {
    MediaContent(mediaType: "application/json", schema: schema, location: schema.source.location)
  }
}

extension StatusRange {
  /// Returns a Boolean value that indicates whether this range includes all statuses of another range.
  func covers(_ other: StatusRange) -> Bool {
    switch (self, other) {
    case (_, .exactly(let status)): contains(status)
    case (.hundred(let one), .hundred(let another)): one == another
    case (.failures, .hundred(let digit)): digit == 4 || digit == 5
    case (.failures, .failures): true
    case (.exactly, _), (.hundred, .failures): false
    }
  }
}

extension MediaContent {
  /// A Boolean value that indicates whether bodies of this type are checked against the schema: their format has
  /// values, or the type is a range that includes JSON.
  var isJudged: Bool { BodyForm(mediaType) != .opaque || MediaType.isInRange("application/json", mediaType) }
}
