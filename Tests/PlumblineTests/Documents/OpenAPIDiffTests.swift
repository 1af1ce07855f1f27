import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// Pairs of documents for which openapi-diff's own tests specify whether they're compatible, as `plumbline diff`
/// compares them.
///
/// openapi-diff compares documents by rules, whereas Plumbline compares their meaning. A pair that is incompatible for
/// openapi-diff must be at least a warning for Plumbline, unless ``OpenAPIDiffCases`` contains a reason.
@Suite(.enabled(if: Conformance.has("openapi-diff"), "PLUMBLINE_CONFORMANCE has no cases of openapi-diff"))
struct OpenAPIDiffTests {
  /// Returns the number of changes of each severity.
  private func counts(_ one: OpenAPIDiffCases.Case) async throws -> (breaking: Int, warning: Int, output: String) {
    let folder = try #require(Conformance.root).appendingPathComponent("openapi-diff").path
    let run = try await plumbline("diff", "\(folder)/\(one.old)", "\(folder)/\(one.new)", "--report", "json")
    let summary = try run.json["summary"]
    return (summary?["breaking"]?.int ?? 0, summary?["warning"]?.int ?? 0, "\(run)")
  }

  @Test(arguments: OpenAPIDiffCases.incompatible)
  func `what they call incompatible is a warning at least, or is explained`(one: OpenAPIDiffCases.Case) async throws {
    let (breaking, warning, output) = try await counts(one)
    #expect((breaking + warning > 0) == (one.reason == nil), "\(one.reason ?? "as they say"): \(output)")
  }

  @Test(arguments: OpenAPIDiffCases.compatible)
  func `what they call compatible breaks no client, or is explained`(one: OpenAPIDiffCases.Case) async throws {
    let (breaking, _, output) = try await counts(one)
    #expect((breaking > 0) == (one.reason != nil), "\(one.reason ?? "as they say"): \(output)")
  }

  @Test func `no pair is there twice`() {
    let all = OpenAPIDiffCases.incompatible + OpenAPIDiffCases.compatible
    #expect(Set(all.map { "\($0.old) \($0.new)" }).count == all.count)
    #expect(all.count > 100)
  }
}
