/// Names a channel of a loop, and never another one after it is gone: a place in the loop's table and how often that
/// place was used.
package struct ChannelID: Sendable, Hashable {
  package let rawValue: UInt64

  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  init(place: Int, generation: UInt32) {
    rawValue = UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: place))
  }

  var place: Int { Int(rawValue & 0xFFFF_FFFF) }
  var generation: UInt32 { UInt32(rawValue >> 32) }
}
