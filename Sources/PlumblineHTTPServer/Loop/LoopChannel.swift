import PlumblineHTTPMessages

/// Something with a descriptor that a loop waits for: a listener or a connection. Used on the loop's thread only.
package protocol LoopChannel: AnyObject {
  /// Handles the descriptor's readiness.
  func ready(_ readiness: Readiness, on loop: LoopCore)

  /// Sends pending output, and sets what to wait for, after other channels were read from.
  func settle(on loop: LoopCore)

  /// Handles a timer that the channel scheduled.
  func timerFired(_ purpose: UInt64, on loop: LoopCore)

  /// Receives a response that was promised for later.
  func receive(_ answer: Answer, token: UInt64, on loop: LoopCore)

  /// Receives a piece of a streamed body that was asked for.
  func receive(_ chunk: BodyChunk, token: UInt64, on loop: LoopCore)

  /// Finishes what is under way, then closes, as the loop is to end; at once if forced.
  func shutDown(isForced: Bool, on loop: LoopCore)
}

extension LoopChannel {
  package func settle(on loop: LoopCore) {}
  package func timerFired(_ purpose: UInt64, on loop: LoopCore) {}
  package func receive(_ answer: Answer, token: UInt64, on loop: LoopCore) {}
  package func receive(_ chunk: BodyChunk, token: UInt64, on loop: LoopCore) {}
}

/// Identifies a channel of a loop, and is never reused: it consists of a place in the loop's table and the number of times that
/// the place was used.
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
