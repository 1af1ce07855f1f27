extension Inflater {
  /// Returns the content of the received bytes that haven't been decoded yet.
  ///
  /// ``run(isWhole:)`` waits for the longest possible code and for a block's whole header, although the preceding
  /// content may already be certain. A server that flushes its stream after an event expects clients to see the event
  /// at once. This method therefore decodes a copy up to the first missing byte, as if the input had ended. Later bytes
  /// can't change that content.
  func ahead() -> [UInt8] {
    var copy = self
    var output: [UInt8] = []
    while true {
      let stop = try? copy.run(isWhole: true)
      copy.take { output.append(contentsOf: $0) }
      guard stop == .full else { return output }
    }
  }
}
