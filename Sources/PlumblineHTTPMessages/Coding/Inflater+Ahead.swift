extension Inflater {
  /// Returns the content of the bytes that came beyond what was taken out.
  ///
  /// ``run(isWhole:)`` waits for more bytes than a code may have, and for a block's whole head, though what came before may be
  /// certain. A server that flushes its stream after an event wants the event seen at once. So a copy unpacks as if no more
  /// came, up to where bytes are missing; no later byte can change what it finds until there.
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
