import ContractModel
import HTTPMessages
import JSONTree

/// Builds answers in a service's envelope; where it has none, a failure is `{"error", "message"}` and a success bare.
struct EnvelopeWriter: Sendable {
  private let envelope: Envelope?

  init(_ envelope: Envelope?) {
    self.envelope = envelope
  }

  /// A failure. The details go in only where the contract has a place for them.
  func failure(_ status: Int, code: String, message: String, details: JSON? = nil) -> Response {
    var members: [(String, JSON)] = []
    if let envelope {
      if let flag = envelope.flag { members.append((flag, false)) }
      if let errorCode = envelope.errorCode { members.append((errorCode, JSON(code))) }
      if let slot = envelope.message { members.append((slot, JSON(message))) }
      if let slot = envelope.details, let details { members.append((slot, details)) }
    } else {
      members = [("error", JSON(code)), ("message", JSON(message))]
    }
    return json(status, .object(members))
  }

  /// A success with what was asked for, or nothing, and with a sentence where the contract has a place for one.
  func success(
    _ status: Int, payload: JSON?, message: JSON? = nil, others: [(String, JSON)] = []
  ) -> Response {
    guard let envelope else { return payload.map { json(status, $0) } ?? json(status, .object(others)) }
    var members: [(String, JSON)] = []
    if let flag = envelope.flag { members.append((flag, true)) }
    if let payload { members.append((envelope.payload, payload)) }
    if let slot = envelope.message, let message { members.append((slot, message)) }
    return json(status, .object(members + others))
  }

  /// The further member of a name.
  func slot(_ name: String) -> Envelope.Slot? { envelope?.other(name) }

  /// A bare JSON answer.
  func json(_ status: Int, _ value: JSON) -> Response {
    Response(status: status, headers: ["Content-Type": "application/json"], body: Body(value.serialized()))
  }

  /// A code for a status of which the contract names none: `NOT_FOUND` for 404.
  static func code(for status: Int) -> String {
    var code = ""
    for byte in HTTPStatus.reason(for: status).utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A: code.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x61...0x7A: code.unicodeScalars.append(Unicode.Scalar(byte - 0x20))
      default: if !code.isEmpty, !code.hasSuffix("_") { code += "_" }
      }
    }
    return code.isEmpty ? "ERROR" : code
  }
}
