import Foundation
import PlumblineVerification
import TestSupport
import TrueLogSuite

/// The calls and files that the tests compare with.
enum Suite {
  static let calls: [Call] = TrueLogSuite().calls
  static let contracts = repositoryRoot.appendingPathComponent("Contracts")
  static let recordings = repositoryRoot.appendingPathComponent("Recordings")
}
