/// What a text may cost: how deep it nests and how long it is.
public struct JSONLimits: Sendable {
  /// The number of arrays and objects that may be open at once.
  public var depth: Int
  /// The number of bytes; values over 256 MiB count as 256 MiB, which the tape's counts are made for.
  public var bytes: Int

  /// Limits of 512 levels and 256 MiB unless told otherwise.
  public init(depth: Int = 512, bytes: Int = 256 << 20) {
    self.depth = depth
    self.bytes = bytes
  }
}
