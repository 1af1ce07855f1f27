extension Inflater {
  /// Returns the content of the bytes received beyond those already decoded.
  ///
  /// ``run(isWhole:)`` waits for more bytes than a code may have, and for a block's whole head, although the preceding
  /// content may be certain. A server that flushes its stream after an event expects it to be seen at once. Therefore a
  /// copy decodes up to the first missing byte as if the input had ended; later bytes can't change that content.
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
