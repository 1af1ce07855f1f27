import PlumblineContractModel
import PlumblineJSONTree

/// A judge that checks the code of an error against the contract's codes for its status.
struct ErrorCodeJudge {
  /// The errors that the status may stand for.
  let failures: [Failure]
  /// The location of the code in the body.
  let place: JSONPointer
  let body: JSON
  /// The location in the contract that documents the error.
  let contract: SourceLocation

  func findings(_ slots: inout Slots) -> [Finding] {
    findings { slots.came(for: place) }
  }

  /// Returns the findings about the code in an error's own body.
  func findings() -> [Finding] { findings { "nothing" } }

  private func findings(came: () -> String) -> [Finding] {
    let codes = failures.contains { $0.codes.isEmpty } ? [] : failures.flatMap(\.codes)
    let found = body.at(slot: place)
    // Return early for a documented code, to avoid creating strings.
    if let code = found.flatMap(ErrorCode.init), codes.contains(code) { return [] }
    let pointer = JSONPointer(tokens: ["response", "body"]) + place
    let expected = codes.isEmpty ? "an error code" : ShortText.alternatives(codes.map(\.description))
    guard let value = found, !value.isNull else {
      return [
        Finding(
          .response.envelope.errorCodeMissing, at: pointer, expected: expected, actual: came(), contract: contract,
          place: body.location, "The error response has no error code in \"\(Envelope.name(of: place))\".")
      ]
    }
    let kinds = Set(codes.map(\.json.kind))
    guard let code = ErrorCode(value), kinds.isEmpty || kinds.contains(value.kind) else {
      let wanted = kinds == [.number] ? "integer" : "string"
      return [Self.wrongType(value, wanted: wanted, at: pointer, contract: contract)]
    }
    if codes.isEmpty { return [] }
    let shown = ShortText.literal(value)
    return [
      Finding(
        .response.envelope.errorCodeUndocumented, at: pointer, expected: expected, actual: shown, contract: contract,
        detail: ShortText.cut(code.description), place: value.location,
        "The contract doesn't list the error code \(shown) for this status.")
    ]
  }

  static func wrongType(
    _ value: JSON, wanted: String, at pointer: JSONPointer, contract: SourceLocation
  ) -> Finding {
    let rules = Rule.response.field
    let isNumber = value.kind == .number && wanted == "string"
    return Finding(
      isNumber ? rules.stringAsNumber : rules.typeChanged, at: pointer, expected: wanted,
      actual: ShortText.describe(value), contract: contract, place: value.location,
      isNumber
        ? "The string is written as a number."
        : "The type is \(ShortText.withArticle(value.kind.name)), but the contract documents \(ShortText.withArticle(wanted))."
    )
  }
}
