import PlumblineContractModel

/// A header field of a conditional request (RFC 9110 section 13) that only the server can give: it repeats one of an answer.
enum ConditionField: String, Sendable, CaseIterable {
  case ifMatch = "if-match"
  case ifUnmodifiedSince = "if-unmodified-since"

  /// The field of an answer that it repeats.
  var source: String {
    switch self {
    case .ifMatch: "ETag"
    case .ifUnmodifiedSince: "Last-Modified"
    }
  }
}

extension Endpoint {
  /// The conditions without which its requests are refused.
  var requiredConditions: [ConditionField] {
    headers.filter(\.isRequired).compactMap { ConditionField(rawValue: $0.name.lowercased()) }
  }
}

extension Contract {
  /// The endpoint that reads a path, and asks for nothing else; `nil` where there is none.
  func plainRead(of path: String) -> Endpoint? {
    router.endpoints(.get, path: path).first {
      $0.isSafe && $0.condition.clauses.isEmpty && !$0.query.contains(where: \.isRequired)
    }
  }
}
