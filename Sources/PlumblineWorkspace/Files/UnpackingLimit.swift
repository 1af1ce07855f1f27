import PlumblineHTTPMessages

/// The limit on the unpacked size of a compressed file.
///
/// gzip packs a thousand equal bytes into one, so with a limit in bytes alone a few megabytes could take all available memory.
/// Real data shrinks to a tenth or a thirtieth: so beyond a harmless size, the output has to be in proportion to the input. A
/// valid file beyond the limit can be unpacked beforehand.
package struct UnpackingLimit: Sendable {
  /// The limit for data that is processed piece by piece.
  package static let streamed = UnpackingLimit(bytes: 256 << 20, times: 200)
  /// The limit for data that is kept in memory as a whole.
  package static let held = UnpackingLimit(bytes: 32 << 20, times: 20)

  /// The number of bytes that any file may unpack to.
  let bytes: Int
  /// The number of times its own size that a larger one may unpack to.
  let times: Int

  package init(bytes: Int, times: Int) {
    self.bytes = bytes
    self.times = max(1, times)
  }

  /// Returns a Boolean value that indicates whether this many packed bytes may unpack to a number of bytes.
  func allows(_ unpacked: Int, of packed: Int) -> Bool { unpacked <= bytes || unpacked / times <= packed }

  /// The error message for a file that unpacks to more.
  var reason: String {
    "It decompresses to more than \(ByteSize(bytes)) and \(times) times its size; if that is intended, unpack it first (gunzip)"
  }
}
