/// What a descriptor is ready for, or what somebody waits for.
package struct Readiness: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let readable = Readiness(rawValue: 1)
  package static let writable = Readiness(rawValue: 2)
  /// The connection failed or was hung up; told without being asked for.
  package static let failed = Readiness(rawValue: 4)
}
