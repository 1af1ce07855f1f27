/// A namespace for sample files, the smallest valid file of each kind. They serve as bodies if the contract specifies
/// only the media type.
package enum SampleFile {
  /// Returns the bytes of a sample file, or `nil` if there is no sample of the kind.
  ///
  /// - Parameter mediaType: A media type without parameters, such as `image/png`.
  package static func bytes(of mediaType: String) -> [UInt8]? {
    switch mediaType {
    case "image/png": Base64.decode(png)
    case "image/gif": Base64.decode(gif)
    case "image/jpeg", "image/jpg", "image/pjpeg": Base64.decode(jpeg)
    case "image/webp": Base64.decode(webp)
    case "image/svg+xml": Array(svg.utf8)
    case "application/pdf": Array(pdf.utf8)
    case "application/zip": Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18)
    default: nil
    }
  }

  /// Returns a Boolean value that indicates whether bodies of a media type are parsed by programs but there is no
  /// sample of such a file.
  package static func isMissing(_ mediaType: String) -> Bool {
    let isKind = ["image/", "audio/", "video/", "font/"].contains { mediaType.hasPrefix($0) }
    return isKind && mediaType != "image/*" && bytes(of: mediaType) == nil
  }

  /// Returns a Boolean value that indicates whether bodies of a media type aren't text.
  package static func isBinary(_ mediaType: String) -> Bool {
    let kinds = ["image/", "audio/", "video/", "font/", "application/pdf", "application/zip"]
    return kinds.contains { mediaType.hasPrefix($0) } && !MediaType.isXML(mediaType)
  }

  /// A PNG with one white pixel.
  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg=="

  private static let gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

  /// A JPEG with one white grayscale pixel. All quantization steps are 255, because that takes the fewest bytes.
  private static let jpeg =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP////////////////////////////////////////////////////////////////////////////////"
    + "//////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AR//Z"

  /// A lossless WebP (VP8L) with one white pixel.
  private static let webp = "UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAfQ//73v/+BiOh/AAA="

  private static let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>\n"

  /// A PDF with one empty page. The numbers in its table are offsets into this string.
  private static let pdf = """
    %PDF-1.4
    1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
    2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Resources<<>>>>endobj
    xref
    0 4
    0000000000 65535 f\u{20}
    0000000009 00000 n\u{20}
    0000000052 00000 n\u{20}
    0000000101 00000 n\u{20}
    trailer<</Size 4/Root 1 0 R>>
    startxref
    176
    %%EOF

    """
}
