import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct JSONTestSuiteTests {
  private func files(_ folder: String) throws -> [URL] {
    let root = try #require(Conformance.root).appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }

  private func parses(_ file: URL) throws -> JSON? {
    let bytes = Array(try Data(contentsOf: file))
    return try? JSONDocument.parse(bytes).root
  }

  @Test func `the parsing suite is answered right`() throws {
    var totals = SuiteTotals("JSONTestSuite")
    for file in try files("json-test-suite/test_parsing") {
      let isAccepted = try parses(file) != nil
      // Files whose names start with 'i' may be accepted or rejected. Only a crash would be wrong.
      let isRight =
        switch file.lastPathComponent.prefix(1) {
        case "y": isAccepted
        case "n": !isAccepted
        default: true
        }
      totals.add(isRight)
      #expect(isRight, "\(file.lastPathComponent) must be \(isAccepted ? "refused" : "accepted")")
    }
    print(totals)
    #expect(
      totals.isNoWorse(than: try SuiteTotals.stated("JSONTestSuite")),
      "The article Conformance states more than \(totals)")
  }

  @Test func `what is accepted reads as Foundation reads it`() throws {
    let all =
      try files("json-test-suite/test_parsing") + files("json-test-suite/test_transform") + files("json-corpora")
      + files("json-corpora/roundtrip") + files("json-corpora/jsonchecker")
    var compared = 0
    for file in all {
      guard let value = try parses(file) else { continue }
      guard value.document.duplicateKeys.isEmpty, !file.lastPathComponent.contains("nfd"),
        let other = try? JSONSerialization.jsonObject(with: Data(value.document.bytes), options: .fragmentsAllowed)
      else { continue }
      compared += 1
      let isSame = agrees(value, other)
      #expect(isSame, "\(file.lastPathComponent) differs")
    }
    print("JSON against Foundation: \(compared) texts agree")
    #expect(compared > 90)
  }

  @Test func `texts come back byte for byte`() throws {
    for file in try files("json-corpora/roundtrip") {
      let value = try #require(try parses(file))
      #expect(value.serialized() == value.document.bytes, "\(file.lastPathComponent)")
    }
    for name in ["twitter.json", "canada.json"] {
      let file = try #require(try files("json-corpora").first { $0.lastPathComponent == name })
      let value = try #require(try parses(file))
      let compact = try JSON.parse(value.serialized())
      #expect(compact == value)
      #expect(try JSON.parse(value.serialized(.pretty)) == value)
    }
  }

  private func agrees(_ value: JSON, _ other: Any) -> Bool {
    switch other {
    case let object as [String: Any]:
      return value.kind == .object && value.count == object.count
        && value.members.allSatisfy { key, value in object[key].map { agrees(value, $0) } ?? false }
    case let array as [Any]:
      return value.kind == .array && value.count == array.count
        && zip(value.elements, array).allSatisfy { agrees($0, $1) }
    case let string as String:
      return value.string == string
    case let number as NSNumber:
      if let bool = value.bool { return bool == number.boolValue }
      // Foundation sometimes uses Decimal, which loses the last digits and tiny values.
      guard let double = value.double else { return false }
      return abs(double - number.doubleValue) <= abs(double) * 1e-9 + 1e-60
    default:
      return value.isNull && other is NSNull
    }
  }
}
