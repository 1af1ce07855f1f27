/// The times at which the parts of a body, such as the events of a stream, arrived or are to be sent.
package struct BodyTiming: Sendable, Hashable {
  /// A part of a body, starting at the end of the previous one.
  package struct Part: Sendable, Hashable {
    /// The offset of the part's end in the body.
    package let end: Int
    /// The time since the head of the response.
    package let time: Duration

    package init(end: Int, time: Duration) {
      self.end = end
      self.time = time
    }
  }

  /// The parts in order, with increasing ends and nondecreasing times.
  package let parts: [Part]

  package init(_ parts: [Part]) {
    self.parts = parts
  }
}
