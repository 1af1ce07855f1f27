import PlumblineHTTPMessages

/// The limit of what a packed file may unpack to.
///
/// gzip packs a thousand bytes into one where they are all alike, so a limit in bytes alone lets a few megabytes take all
/// memory there is. What people pack shrinks to a tenth or a thirtieth: so beyond a size that is harmless, what comes out
/// has to be in proportion to what went in. A file that is right nevertheless can be unpacked beforehand.
package struct UnpackingLimit: Sendable {
  /// The limit for what is read piece by piece, and gone when the next one comes.
  package static let streamed = UnpackingLimit(bytes: 256 << 20, times: 200)
  /// The limit for what is in memory all at once.
  package static let held = UnpackingLimit(bytes: 32 << 20, times: 20)

  /// The number of bytes that any file may unpack to.
  let bytes: Int
  /// The number of times its own size that a larger one may unpack to.
  let times: Int

  package init(bytes: Int, times: Int) {
    self.bytes = bytes
    self.times = max(1, times)
  }

  /// Returns a Boolean value that indicates whether a number of bytes may come of so many packed ones.
  func allows(_ unpacked: Int, of packed: Int) -> Bool { unpacked <= bytes || unpacked / times <= packed }

  /// The sentence about a file that unpacks to more.
  var reason: String {
    "It unpacks to more than \(ByteSize(bytes)) and \(times) times its size; if that is right, unpack it first (gunzip)"
  }
}
