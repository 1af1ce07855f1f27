import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblinePact

/// A converter from the differences between a response and a pact to findings.
struct PactFindings {
  let contract: Contract
  let call: PactCall

  /// Returns the findings, each with the exchange that it is about.
  func drift(of mismatches: [PactMismatch], shownBy exchange: Exchange) -> [Drift] {
    let json = exchange.response?.body.bytes.flatMap { try? JSON.parse($0) }
    return mismatches.map { drift(of: $0, json, exchange) }.showing(exchange, of: contract)
  }

  /// Returns the finding for an interaction that wasn't compared, with a reason that completes a sentence.
  func unverified(_ reason: String) -> Drift {
    // Omit the call, so that formats with a test case per call show the finding beside the skipped one.
    Drift(
      rule: Rule.pact.unverified, service: contract.service, endpoint: call.place,
      message: "An interaction wasn't verified (\(call.pact.consumer)'s pact: \(call.name)): \(reason).",
      contract: call.interaction.source.location, detail: call.name)
  }

  private func drift(of mismatch: PactMismatch, _ body: JSON?, _ exchange: Exchange) -> Drift {
    let (rule, pointer, subject) = Self.place(of: mismatch)
    let consumer = call.pact.consumer
    let message =
      mismatch.isUndecided
      ? "\(subject) wasn't compared (\(consumer)'s pact: \(call.name)): \(mismatch.message)."
      : "\(subject) \(mismatch.message) (\(consumer)'s pact: \(call.name))."
    var drift = Drift(
      rule: mismatch.isUndecided ? Rule.pact.unverified : rule,
      severity: call.interaction.isPending ? .notice : nil, service: contract.service, endpoint: call.place,
      status: exchange.response?.status, pointer: pointer, actual: actual(at: pointer, body, exchange),
      message: message, contract: call.interaction.source.location, detail: call.name)
    drift.call = call.title
    return drift
  }

  /// Returns the rule for a mismatch at a location such as `body $.items[0].id`, the location's pointer, and the
  /// subject of a sentence about it.
  private static func place(of mismatch: PactMismatch) -> (rule: Rule, pointer: JSONPointer, subject: String) {
    let words = mismatch.place.split(separator: " ", maxSplits: 1).map { String($0) }
    let rest = words.count > 1 ? words[1] : ""
    switch words.first {
    case "status": return (Rule.pact.status, JSONPointer(tokens: ["response", "status"]), "The status")
    case "header":
      let pointer = JSONPointer(tokens: ["response", "headers", rest.lowercased()])
      return (Rule.pact.header, pointer, "The header \(rest)")
    default:
      let tokens = (PactPath(rest)?.tokens ?? []).map { token in
        switch token {
        case .member(let name): name
        case .index(let index): "\(index)"
        case .anyMember, .anyIndex: "*"
        }
      }
      let subject = tokens.isEmpty ? "The body" : "The body's \(rest)"
      return (Rule.pact.body, JSONPointer(tokens: ["response", "body"] + tokens), subject)
    }
  }

  /// Returns the actual value in abbreviated form, or `nil` if there is none.
  private func actual(at pointer: JSONPointer, _ body: JSON?, _ exchange: Exchange) -> String? {
    guard let response = exchange.response, pointer.tokens.count > 1 else { return nil }
    switch pointer.tokens[1] {
    case "status": return "\(response.status)"
    case "headers":
      guard pointer.tokens.count > 2, pointer.tokens[2] != "set-cookie" else { return nil }
      return response.headers[pointer.tokens[2]]
    default:
      let place = JSONPointer(tokens: Array(pointer.tokens.dropFirst(2)))
      return body?.at(place).map { value in
        let name = place.tokens.last ?? ""
        let isSecret = value.string.map { SecretNames.isSecret(name, holding: $0) } ?? false
        return ShortText.describe(value, secret: isSecret)
      }
    }
  }
}
