import PlumblineASCII

/// The encoding of Unicode labels in ASCII (RFC 3492).
enum Punycode {
  private static let (base, minimum, maximum, skew, damp) = (36, 1, 26, 38, 700)

  /// Returns the scalars of an encoded label, given without its `xn--` prefix, or `nil` if the encoding is invalid.
  static func decode(_ text: ByteView) -> [UInt32]? {
    var scalars: [UInt32] = []
    var index = 0
    if let last = text.lastIndex(of: UInt8(ascii: "-")) {
      for byte in text[..<last] {
        if byte >= 0x80 { return nil }
        scalars.append(UInt32(byte))
      }
      index = last + 1
    }
    var (number, position, bias) = (128, 0, 72)
    while index < text.count {
      let before = position
      var weight = 1
      var step = base
      while true {
        guard index < text.count, let digit = value(text[index]) else { return nil }
        index += 1
        // Labels have at most 63 bytes, so sums never come close to overflowing. Larger input is rejected.
        let (product, overflow) = digit.multipliedReportingOverflow(by: weight)
        if overflow || position > 1 << 40 || product > 1 << 40 { return nil }
        position += product
        let limit = step <= bias ? minimum : step >= bias + maximum ? maximum : step - bias
        if digit < limit { break }
        weight *= base - limit
        if weight > 1 << 40 { return nil }
        step += base
      }
      let count = scalars.count + 1
      bias = adapted(position - before, count, isFirst: before == 0)
      number += position / count
      position %= count
      guard let scalar = Unicode.Scalar(UInt32(clamping: number)) else { return nil }
      scalars.insert(scalar.value, at: position)
      position += 1
    }
    return scalars
  }

  /// Returns the encoded form of a label, without the `xn--` prefix, or `nil` if it would exceed the maximum length of
  /// a label.
  static func encode(_ scalars: [UInt32]) -> [UInt8]? {
    var text = scalars.filter { $0 < 128 }.map { UInt8($0) }
    let basic = text.count
    var handled = basic
    if basic > 0 { text.append(UInt8(ascii: "-")) }
    var (number, delta, bias): (UInt32, Int, Int) = (128, 0, 72)
    while handled < scalars.count {
      guard let next = scalars.filter({ $0 >= number }).min(), text.count <= 63 else { return nil }
      delta += Int(next - number) * (handled + 1)
      number = next
      for scalar in scalars {
        if scalar < number { delta += 1 }
        guard scalar == number else { continue }
        var rest = delta
        var step = base
        while true {
          let limit = step <= bias ? minimum : step >= bias + maximum ? maximum : step - bias
          if rest < limit { break }
          text.append(digit(limit + (rest - limit) % (base - limit)))
          rest = (rest - limit) / (base - limit)
          step += base
        }
        text.append(digit(rest))
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      number += 1
    }
    return text
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var step = 0
    while delta > (base - minimum) * maximum / 2 {
      delta /= base - minimum
      step += base
    }
    return step + (base - minimum + 1) * delta / (delta + skew)
  }

  private static func value(_ byte: UInt8) -> Int? {
    if byte.isLetter { return Int((byte | 0x20) - UInt8(ascii: "a")) }
    return byte.isDigit ? Int(byte - 0x30) + 26 : nil
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 26 ? value + 0x61 : value - 26 + 0x30)
  }
}
