import Foundation
import PlumblineDriftDetection
import PlumblineJSONTree
import TestSupport
import Testing

/// Pairs of documents for which oasdiff's own tests specify whether clients break.
///
/// oasdiff compares documents by rules, whereas Plumbline compares their meaning. If the results differ intentionally,
/// ``OasdiffDeviations`` contains the reason.
@Suite(.enabled(if: Conformance.has("oasdiff/cases.json"), "PLUMBLINE_CONFORMANCE has no cases of oasdiff"))
struct OasdiffTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let old: String
    let new: String
    let isBreaking: Bool

    var testDescription: String { id }
  }

  /// The cases that specify for the whole pair whether it breaks clients.
  static let cases: [Case] = {
    guard let data = try? Conformance.data("oasdiff/cases.json"), let json = try? JSON.parse(Array(data)) else {
      return []
    }
    return json["cases"]?.elements.compactMap { one in
      guard let isBreaking = one["expect"]?["breaking"]?.bool, isBreaking || one["scope"] == "all",
        let id = one["id"]?.string, let old = one["old"]?.string, let new = one["new"]?.string
      else { return nil }
      return Case(id: id, old: old, new: new, isBreaking: isBreaking)
    } ?? []
  }()

  /// Returns a document with the one error corrected for which it would be rejected, which is an invalid range between
  /// a class and a character.
  private func document(_ name: String) throws -> [UInt8] {
    let text = String(decoding: try Conformance.data("oasdiff/specs/\(name)"), as: UTF8.self)
    return Array(text.replacing(#"[\\w-./:]"#, with: #"[\\w\\-./:]"#).utf8)
  }

  private func changes(_ one: Case) throws -> [Drift]? {
    try OpenAPIPair(old: document(one.old), new: document(one.new)).changes(today: "2026-11-21")
  }

  @Test(arguments: cases)
  func `whether a caller breaks is decided by others, or explained`(one: Case) throws {
    let found = try changes(one)
    let verdict = found.map { $0.contains { $0.severity == .breaking } }
    let deviation = OasdiffDeviations.all[one.id]
    let expected = deviation.map(\.verdict) ?? one.isBreaking
    let lines = (found ?? []).map { "\($0.severity) \($0.rule) at \($0.pointer?.description ?? "the whole")" }
    #expect(verdict == expected, "\(deviation?.reason ?? "as others say") \(lines)")
    let isTold = (found ?? []).contains { $0.severity >= .warning }
    if let deviation, found != nil {
      #expect(isTold == deviation.isTold, "\(deviation.reason) \(lines)")
    } else if one.isBreaking, found != nil {
      #expect(isTold)
    }
  }

  @Test func `each deviation is one, of a case that there is`() {
    let verdicts = Dictionary(Self.cases.map { ($0.id, $0.isBreaking) }, uniquingKeysWith: { first, _ in first })
    for (id, deviation) in OasdiffDeviations.all {
      #expect(verdicts[id].map { deviation.verdict != $0 } == true, "\(id)")
    }
    #expect(Self.cases.count > 70)
  }

  @Test func `a document is the same as itself, however its members are ordered and its references are written`() throws
  {
    let names = Set(Self.cases.flatMap { [$0.old, $0.new] })
    #expect(names.count > 50)
    for name in names.sorted() {
      let bytes = try document(name)
      let json = try JSON.parse(bytes)
      guard hasOwnIds(json) else { continue }
      for copy in [bytes, json.turned.serialized(), json.inlined.serialized()] {
        #expect(OpenAPIPair(old: bytes, new: copy).changes(today: "2026-11-21") ?? [] == [], "\(name)")
        #expect(OpenAPIPair(old: copy, new: bytes).changes(today: "2026-11-21") ?? [] == [], "\(name)")
      }
    }
  }

  /// Returns a Boolean value that indicates whether all operations have different identifiers. If two share one, only
  /// their order distinguishes them.
  private func hasOwnIds(_ document: JSON) -> Bool {
    let operations = document["paths"]?.members.flatMap { $0.value.members.map(\.value) } ?? []
    let ids = operations.compactMap { $0["operationId"]?.string }
    return Set(ids).count == ids.count
  }
}
