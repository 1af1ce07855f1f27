import PlumblineHTTPMessages

/// The limit on the decompressed size of a compressed file.
///
/// gzip compresses a thousand equal bytes to one, so with a limit in bytes alone a few megabytes could take all
/// available memory. Real data shrinks to between a tenth and a thirtieth, so beyond a harmless size the output must be
/// proportional to the input. A valid file that exceeds the limit can be decompressed beforehand.
package struct UnpackingLimit: Sendable {
  /// The limit for data that is processed piece by piece.
  package static let streamed = UnpackingLimit(bytes: 256 << 20, times: 200)
  /// The limit for data that is kept in memory as a whole.
  package static let held = UnpackingLimit(bytes: 32 << 20, times: 20)

  /// The number of bytes to which any file may be decompressed.
  let bytes: Int
  /// The maximum ratio of decompressed to compressed size for a larger file.
  let times: Int

  package init(bytes: Int, times: Int) {
    self.bytes = bytes
    self.times = max(1, times)
  }

  /// Returns a Boolean value that indicates whether this many compressed bytes may be decompressed to a number of
  /// bytes.
  func allows(_ unpacked: Int, of packed: Int) -> Bool { unpacked <= bytes || unpacked / times <= packed }

  /// The error message for a file that exceeds the limit.
  var reason: String {
    "It decompresses to more than \(ByteSize(bytes)) and \(times) times its size; if that is intended, unpack it first (gunzip)"
  }
}
