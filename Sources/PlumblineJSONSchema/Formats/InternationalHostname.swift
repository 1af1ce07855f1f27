import PlumblineASCII

/// Host names according to IDNA 2008 (RFC 5890 to 5893).
///
/// A label is either ASCII that follows the rules of host names, or a U-label. A U-label consists of scalars that RFC
/// 5892 permits, and satisfies the contextual rules in its appendix A and the Bidi rule of RFC 5893. Its encoded form
/// has at most 63 bytes. The permitted scalars are derived (RFC 5892 section 3) from their properties in the standard
/// library.
enum InternationalHostname {
  static func holds(_ text: ByteView) -> Bool {
    // A name with this many bytes can't have an encoded form of 253 bytes or fewer.
    guard 1...1_500 ~= text.count else { return false }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.map(\.value)
    let labels = scalars.split(omittingEmptySubsequences: false) { separators.contains($0) }.map(Array.init)
    var decoded: [[UInt32]] = []
    var length = labels.count - 1
    for label in labels {
      guard let (scalars, count) = unicode(label) else { return false }
      decoded.append(scalars)
      length += count
    }
    guard length <= 253 else { return false }
    let isBidi = decoded.joined().contains { LabelRules.isRightToLeft($0) }
    return decoded.allSatisfy { LabelRules.hold($0) && (!isBidi || LabelRules.bidiHolds($0)) }
  }

  /// Returns a Boolean value that indicates whether an ASCII label that starts with `xn--` encodes a proper U-label.
  static func isEncodedLabel(_ label: ByteView) -> Bool {
    guard let scalars = decoded(label.map { $0 }) else { return false }
    return LabelRules.hold(scalars)
      && (!scalars.contains { LabelRules.isRightToLeft($0) } || LabelRules.bidiHolds(scalars))
  }

  /// The dots that separate labels: the full stop, and the ideographic, fullwidth, and halfwidth full stops.
  private static let separators: [UInt32] = [0x2E, 0x3002, 0xFF0E, 0xFF61]

  /// Returns a label's decoded scalars and the length of its encoded form.
  private static func unicode(_ label: [UInt32]) -> (scalars: [UInt32], length: Int)? {
    if label.isEmpty { return nil }
    if label.allSatisfy({ $0 < 128 }) {
      let ascii = label.map { UInt8($0) }
      guard ascii.count <= 63 else { return nil }
      let isEncoded = ascii.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.map { HostnameFormat.isEncoded(ByteView(base: $0, count: buffer.count)) } ?? false
      }
      if !isEncoded { return (ascii.map { UInt32($0.lowercased) }, label.count) }
      return decoded(ascii).map { ($0, ascii.count) }
    }
    guard let encoded = Punycode.encode(label), encoded.count + 4 <= 63 else { return nil }
    return (label, encoded.count + 4)
  }

  /// Returns the U-label of an A-label, or `nil` if the U-label is ASCII or doesn't encode to the same A-label.
  private static func decoded(_ ascii: [UInt8]) -> [UInt32]? {
    let body = ascii.dropFirst(4).map { $0.lowercased }
    let scalars = body.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { Punycode.decode(ByteView(base: $0, count: buffer.count)) }
    }
    guard let scalars, scalars.contains(where: { $0 >= 128 }), Punycode.encode(scalars) == body else { return nil }
    return scalars
  }
}
