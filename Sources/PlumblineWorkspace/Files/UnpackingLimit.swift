import PlumblineHTTPMessages

/// The limit on the size of a compressed file after decompression.
///
/// gzip can compress a thousand equal bytes to one, so with just a limit in bytes, a few megabytes could take all
/// available memory. Real data shrinks to between a tenth and a thirtieth. The output must therefore be proportional to
/// the input, except for sizes that are harmless anyway. A valid file that exceeds the limit can be decompressed
/// beforehand.
package struct UnpackingLimit: Sendable {
  /// The limit for data that is processed piece by piece.
  package static let streamed = UnpackingLimit(bytes: 256 << 20, times: 200)
  /// The limit for data that is kept in memory as a whole.
  package static let held = UnpackingLimit(bytes: 32 << 20, times: 20)

  /// The size in bytes that any file may be decompressed to.
  let bytes: Int
  /// The maximum ratio between decompressed and compressed size for larger files.
  let times: Int

  package init(bytes: Int, times: Int) {
    self.bytes = bytes
    self.times = max(1, times)
  }

  /// Returns a Boolean value that indicates whether a number of compressed bytes may be decompressed to a given size.
  func allows(_ unpacked: Int, of packed: Int) -> Bool { unpacked <= bytes || unpacked / times <= packed }

  /// The error message for a file that exceeds the limit.
  var reason: String {
    "It decompresses to more than \(ByteSize(bytes)) and \(times) times its size; if that is intended, unpack it first (gunzip)"
  }
}
