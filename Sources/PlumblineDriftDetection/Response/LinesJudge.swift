import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// A judge that checks a body of JSON lines against its schema, line by line, so that an invalid line doesn't hide the
/// others.
struct LinesJudge {
  let bytes: [UInt8]
  /// The schema of all values as an array, or `nil` if there is none.
  let schema: Schema?
  /// The rules of the message.
  let rules: FieldRules
  /// The rule for a line that isn't JSON.
  let malformedRule: Rule
  /// The body's location in the exchange.
  let place: JSONPointer
  /// The location in the contract that documents the body.
  let contract: SourceLocation

  /// The maximum number of line numbers to list.
  private static let mostNumbers = 10

  func findings() -> [Finding] {
    let lines = JSONLines.reading(bytes, file: "body")
    let malformed = malformedLines(lines.faults)
    guard let schema, malformed.isEmpty || !lines.places.isEmpty else { return malformed }
    let fields = FieldJudge(
      rules: rules, value: lines.values, schema: schema, prefix: place, leftOut: lines.faults.count
    ).findings()
    return malformed + StreamItems(value: lines.values, form: .jsonLines, lines: lines.places).naming(fields)
  }

  /// Returns a single finding for all lines that aren't JSON, with the line numbers and the fault of the first line.
  private func malformedLines(_ faults: [JSONLines.Fault]) -> [Finding] {
    guard let first = faults.first else { return [] }
    var finding = Finding(
      malformedRule, at: place.appending(first.place.index), folded: place.appending("*"),
      expected: "one JSON text per line, with \(first.error.expected) here", actual: first.error.found,
      contract: contract,
      "Line \(first.place.number) isn't valid JSON at column \(first.error.location.column): \(first.error.message)"
        + Self.others(faults.dropFirst().map { $0.place.number }))
    finding.count = faults.count
    return [finding]
  }

  private static func others(_ numbers: [Int]) -> String {
    if numbers.isEmpty { return "" }
    if numbers.count == 1 { return " Line \(numbers[0]) isn't valid JSON either." }
    var words = numbers.prefix(mostNumbers).map { "\($0)" }
    if numbers.count > words.count { words.append("\(numbers.count - words.count) more") }
    return " Lines \(words.dropLast().joined(separator: ", ")) and \(words.last ?? "") aren't valid JSON either."
  }
}
