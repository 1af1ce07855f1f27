import PlumblineASCII
import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A check that determines from the schema alone whether a contract allows a changed body, where ``Inspector`` would
/// reach the same verdict.
///
/// An inspection explains its findings, which takes much longer than a yes or no. There is no verdict if more than the
/// schema matters, as it does for the envelope, JSON in strings, and unknown members.
struct BodyVerdict {
  /// Keywords that never apply to undocumented members, so violating one of them is certainly drift.
  private static let decisive: Set<String> = [
    "type", "required", "enum", "const", "format", "pattern", "minLength", "maxLength", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
  ]

  private let schema: Schema
  /// The location of the value in the body that the schema validates.
  private let prefix: JSONPointer
  private let isWhole: Bool

  /// Creates a check, or returns `nil` if the decision depends on more than the schema.
  ///
  /// - Parameter ordinary: An exchange with a valid response.
  init?(contract: Contract, endpoint: Endpoint, ordinary: Exchange) {
    guard let status = ordinary.response?.status, ordinary.request.method != .head,
      endpoint.failures(at: status).isEmpty, let answer = endpoint.answers(at: status).first,
      endpoint.answers(at: status).count == 1
    else { return nil }
    switch answer.content {
    case .body(let schema):
      self.schema = schema
      prefix = JSONPointer()
      isWhole = true
    case .payload(let schema):
      self.schema = schema
      guard let envelope = contract.envelope else {
        prefix = JSONPointer()
        isWhole = true
        return
      }
      guard let place = envelope.payload, !place.tokens.isEmpty,
        envelope.places.filter({ $0.isWithin(place) }).count == 1
      else { return nil }
      prefix = place
      isWhole = false
    case .noPayload, .media, .empty: return nil
    }
  }

  /// Returns a Boolean value that indicates whether the contract allows a body, or `nil` if only an inspection can
  /// decide.
  ///
  /// - Parameter place: The location where the body differs from a body that the contract allows.
  func allows(_ body: JSON, changedAt place: JSONPointer) -> Bool? {
    guard isWhole || place.isWithin(prefix) && place != prefix, let value = body.at(prefix) else { return nil }
    let judgement = schema.judgement(of: value, limit: 1)
    if let violation = judgement.violations.first {
      return Self.decisive.contains(violation.keyword) ? false : nil
    }
    guard judgement.undecided == nil, !Self.mayHaveLooseTime(body.document.bytes), schema.contents(in: value).isEmpty
    else { return nil }
    return true
  }

  /// Returns a Boolean value that indicates whether a string may be a time with a lowercase letter: a `t` between
  /// digits, or a final `z` after a digit.
  private static func mayHaveLooseTime(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 2 else { return false }
    for index in 1..<(bytes.count - 1) where bytes[index - 1].isDigit {
      if bytes[index] == UInt8(ascii: "t"), bytes[index + 1].isDigit { return true }
      if bytes[index] == UInt8(ascii: "z"), bytes[index + 1] == UInt8(ascii: "\"") { return true }
    }
    return false
  }
}
