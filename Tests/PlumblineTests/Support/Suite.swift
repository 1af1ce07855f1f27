import Foundation
import PlumblineVerification
import TestSupport
import TrueLogSuite

/// The calls and files with which the tests compare results.
enum Suite {
  static let calls: [Call] = TrueLogSuite().calls
  static let contracts = repositoryRoot.appendingPathComponent("Contracts")
  static let recordings = repositoryRoot.appendingPathComponent("Recordings")
}
