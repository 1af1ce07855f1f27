import Foundation

/// A client and its mock didn't keep to the contract. Its description lists every finding.
public struct DriftError: Error, LocalizedError, CustomStringConvertible {
  /// What fails the test: drift at or above the gate that no waiver excuses.
  public let findings: [DriftFinding]
  /// What the test itself threw, where it did: most likely because of the drift.
  public let underlying: (any Error)?

  public var description: String {
    let number = findings.count == 1 ? "Drift" : "\(findings.count) drifts"
    let lines = ["\(number) from the contract:"] + findings.map(\.description)
    return (lines + (underlying.map { ["The test itself threw: \($0)"] } ?? [])).joined(separator: "\n")
  }

  public var errorDescription: String? { description }
}
