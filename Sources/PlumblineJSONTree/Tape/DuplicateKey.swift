/// Two members of one object with the same key, as node indices.
struct DuplicateKey: Sendable {
  var object: UInt32
  var first: UInt32
  var `repeat`: UInt32
}
