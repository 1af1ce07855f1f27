/// The time when each part of a body arrived or is sent: the events of a stream, one by one.
package struct BodyTiming: Sendable, Hashable {
  /// A part of a body, starting at the end of the previous one.
  package struct Part: Sendable, Hashable {
    /// The offset in the body after its last byte.
    package let end: Int
    /// The time since the response's head.
    package let time: Duration

    package init(end: Int, time: Duration) {
      self.end = end
      self.time = time
    }
  }

  /// The parts in order: with increasing ends and nondecreasing times.
  package let parts: [Part]

  package init(_ parts: [Part]) {
    self.parts = parts
  }
}
