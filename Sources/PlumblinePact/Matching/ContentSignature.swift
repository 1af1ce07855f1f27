import PlumblineContractModel
import PlumblineJSONTree

/// A detector of a body's media type by its bytes. Many formats begin with a signature, and JSON, XML and text can be
/// parsed.
///
///     89 50 4E 47 0D 0A 1A 0A …    image/png
///     {"id": 7}                    application/json, and text/plain
enum ContentSignature {
  private struct Mark {
    let type: String
    let offset: Int
    let bytes: [UInt8]
    /// A Boolean value that indicates whether other formats begin with the same signature, such as documents that are
    /// ZIP archives.
    let isShared: Bool

    init(_ type: String, _ bytes: [UInt8], at offset: Int = 0, isShared: Bool = false) {
      self.type = type
      self.offset = offset
      self.bytes = bytes
      self.isShared = isShared
    }
  }

  private static let marks = [
    Mark("image/jpeg", [0xFF, 0xD8, 0xFF]), Mark("image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    Mark("image/gif", Array("GIF8".utf8)), Mark("image/webp", Array("WEBP".utf8), at: 8),
    Mark("image/tiff", [0x49, 0x49, 0x2A, 0x00], isShared: true),
    Mark("image/tiff", [0x4D, 0x4D, 0x00, 0x2A], isShared: true),
    Mark("application/pdf", Array("%PDF-".utf8)), Mark("audio/mpeg", Array("ID3".utf8)),
    Mark("audio/wav", Array("WAVE".utf8), at: 8), Mark("font/woff", Array("wOFF".utf8)),
    Mark("font/woff2", Array("wOF2".utf8)), Mark("application/wasm", [0x00, 0x61, 0x73, 0x6D]),
    Mark("application/zip", [0x50, 0x4B, 0x03, 0x04], isShared: true),
    Mark("application/gzip", [0x1F, 0x8B], isShared: true),
    Mark("video/mp4", Array("ftyp".utf8), at: 4, isShared: true),
  ]

  private static let others = [
    "image/jpg": "image/jpeg", "application/x-pdf": "application/pdf", "audio/mp3": "audio/mpeg",
    "audio/x-wav": "audio/wav", "audio/vnd.wave": "audio/wav", "application/x-gzip": "application/gzip",
    "application/x-zip-compressed": "application/zip",
  ]

  /// Compares bytes with a media type, by its essence.
  static func verdict(of bytes: [UInt8], as written: String) -> PactVerdict {
    let expected = others[written] ?? written
    if bytes.isEmpty { return .differs("is empty, but \(written) is expected") }
    if let mark = marks.first(where: { bytes.dropFirst($0.offset).starts(with: $0.bytes) }) {
      if mark.type == expected { return .fits }
      let isKnown = marks.contains { $0.type == expected } || isReadable(expected)
      return isKnown || !mark.isShared
        ? .differs("is \(mark.type), but \(written) is expected")
        : .undecided("it begins as \(mark.type), and \(written) isn't told apart from that")
    }
    if marks.contains(where: { $0.type == expected }) { return .differs("doesn't begin like \(written)") }
    return readable(bytes, as: expected)
  }

  /// Returns a Boolean value that indicates whether content of a type is parsed, because it has no signature.
  private static func isReadable(_ type: String) -> Bool {
    MediaType.isJSON(type) || MediaType.isXML(type) || type.hasPrefix("text/")
  }

  private static func readable(_ bytes: [UInt8], as type: String) -> PactVerdict {
    if MediaType.isJSON(type) { return (try? JSON.parse(bytes)) == nil ? .differs("isn't JSON") : .fits }
    if MediaType.isXML(type) {
      do throws(XMLReader.Fault) {
        _ = try XMLReader.read(bytes)
        return .fits
      } catch {
        return error == .malformed
          ? .differs("isn't XML")
          : .undecided("its XML is deeper or has other entities than are read")
      }
    }
    if type.hasPrefix("text/"), !isText(bytes) { return .differs("contains bytes that aren't text") }
    if type == "text/plain" || type == "application/octet-stream" { return .fits }
    return .undecided("its bytes don't show if they are \(type)")
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains($0) }
      && String(validating: bytes, as: UTF8.self) != nil
  }
}
