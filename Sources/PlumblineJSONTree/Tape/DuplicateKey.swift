/// Two members of an object with the same key, as the indices of their nodes.
struct DuplicateKey: Sendable {
  var object: UInt32
  var first: UInt32
  var `repeat`: UInt32
}
