import Foundation
import TestSupport
import Testing

@testable import PlumblinePact

/// The scenarios of Pact's compatibility suite that concern single messages. `Tests/Backends/pact-compatibility` runs
/// those about the verification of a provider.
@Suite(
  .enabled(
    if: Conformance.has("pact-compatibility/features"), "PLUMBLINE_CONFORMANCE is not set, or has no pact-compatibility"
  ))
struct PactCompatibilityTests {
  /// The scenario files with their numbers of scenarios. The other files concern messages without HTTP, or the file
  /// that a consumer's tests write.
  private static let files = [
    ("V1/http_consumer", 24), ("V2/http_consumer", 14), ("V3/http_matching", 7), ("V3/matching_rules", 24),
    ("V3/generators", 10), ("V3/http_generators", 7), ("V4/matching_rules", 15), ("V4/generators", 6),
  ]

  @Test func `every scenario of a request, of matching rules and of generators is as it says`() throws {
    let suite = try #require(Conformance.root?.appendingPathComponent("pact-compatibility"))
    var totals = SuiteTotals("pact-compatibility-suite, V1 to V4, messages")
    for (name, count) in Self.files {
      let file = try FeatureFile(name, in: suite)
      #expect(file.scenarios.count == count, "\(name)")
      for scenario in file.scenarios {
        do {
          try SuitePlayer.play(scenario, of: file, in: suite)
          totals.add(true)
        } catch {
          totals.add(false)
          Issue.record("\(error)")
        }
      }
    }
    print(totals)
    let stated = try SuiteTotals.stated(totals.suite)
    #expect(totals.isNoWorse(than: stated), "The article Conformance states more than \(totals)")
  }
}
