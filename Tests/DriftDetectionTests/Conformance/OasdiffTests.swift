import Foundation
import PlumblineDriftDetection
import PlumblineJSONTree
import TestSupport
import Testing

/// Pairs of documents on which oasdiff's own tests say whether somebody breaks.
///
/// It compares texts by rules; here meaning decides. Where the two differ on purpose, ``OasdiffDeviations`` says why.
@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct OasdiffTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let old: String
    let new: String
    let isBreaking: Bool

    var testDescription: String { id }
  }

  /// The cases that say of the whole pair whether it breaks somebody.
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

  @Test(arguments: cases)
  func `whether somebody breaks is what others say, or is explained`(one: Case) throws {
    let pair = OpenAPIPair(
      old: Array(try Conformance.data("oasdiff/specs/\(one.old)")),
      new: Array(try Conformance.data("oasdiff/specs/\(one.new)")))
    let found = pair.changes(today: "2026-11-21")
    let verdict = found.map { $0.contains { $0.severity == .breaking } }
    print("CASE", one.id, one.isBreaking, verdict as Any, found?.map { "\($0.severity) \($0.rule) \($0.endpoint) \($0.pointer?.description ?? "") \($0.expected ?? "") -> \($0.actual ?? "") \($0.undecided ?? "")" } ?? [])
    #expect(verdict == one.isBreaking)
  }
}
