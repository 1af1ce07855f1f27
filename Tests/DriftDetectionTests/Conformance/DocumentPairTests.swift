import Foundation
import PlumblineDriftDetection
import PlumblineJSONTree
import TestSupport
import Testing

/// Old and new documents of widely used services. These tests take minutes without optimization.
@Suite(
  .enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"),
  .enabled(
    if: ProcessInfo.processInfo.environment["PLUMBLINE_EVERY_DOCUMENT"] != nil, "PLUMBLINE_EVERY_DOCUMENT is not set"))
struct DocumentPairTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String

    var testDescription: String { name }
  }

  static let pairs = [
    Pair(name: "box-1year", old: "old-2025-06-26.json", new: "new-2026-06-29.json"),
    Pair(name: "discord-6months", old: "old-2026-01-15.json", new: "new-2026-07-18.json"),
  ]

  private func bytes(_ name: String, in pair: Pair) throws -> [UInt8] {
    Array(try Conformance.data("openapi/pairs/\(pair.name)/\(name)"))
  }

  @Test(arguments: pairs)
  func `what differs is found, whatever the order of members`(pair: Pair) throws {
    let (old, new) = (try bytes(pair.old, in: pair), try bytes(pair.new, in: pair))
    let turned = try JSON.parse(new).turned.serialized()
    #expect(OpenAPIPair(old: new, new: turned).changes(today: "2026-11-21") == [])
    let found = try #require(OpenAPIPair(old: old, new: new).changes(today: "2026-11-21"))
    // Every breaking change has a witness, and a change without one is a warning that contains the reason.
    #expect(found.contains { $0.severity == .breaking })
    for drift in found where drift.rule.id.contains(".field.") && drift.severity == .breaking {
      #expect(drift.witness != nil, "\(words(drift))")
    }
    for drift in found where drift.undecided != nil {
      #expect(drift.severity == .warning)
      #expect(drift.witness == nil)
    }
    let again = try #require(OpenAPIPair(old: old, new: turned).changes(today: "2026-11-21"))
    for (one, other) in [(found, again), (again, found)] {
      let known = Set(other.map(\.fingerprint))
      for drift in one where !known.contains(drift.fingerprint) {
        Issue.record("It is found in one order only: \(words(drift))")
      }
    }
  }

  private func words(_ drift: Drift) -> String {
    "\(drift.severity) \(drift.rule) of \(drift.endpoint) at \(drift.pointer?.description ?? "the whole")"
  }
}
