/// A namespace for writing fields so that none of them can split a message.
enum WireFields {
  /// Appends `Name: value` and CRLF. Omits a field whose name isn't a token, and replaces control characters in the
  /// value with spaces.
  static func append(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, to out: inout [UInt8]) {
    guard FieldSyntax.isName(name) else { return }
    out.append(contentsOf: name)
    out.append(0x3A)
    out.append(0x20)
    if value.allSatisfy({ FieldSyntax.isValue($0) }) {
      out.append(contentsOf: value)
    } else {
      for byte in value { out.append(FieldSyntax.isValue(byte) ? byte : 0x20) }
    }
    out.append(0x0D)
    out.append(0x0A)
  }

  /// Appends all fields except those that depend on the connection or the framing.
  static func append(_ fields: HeaderFields, except owned: [StaticString], to out: inout [UInt8]) {
    for index in 0..<fields.count where !owned.contains(where: { fields.isName($0, at: index) }) {
      append(fields.nameBytes(at: index), fields.valueBytes(at: index), to: &out)
    }
  }

  /// Appends a number in decimal.
  static func append(_ number: Int, to out: inout [UInt8]) {
    guard 0..<100_000 ~= number else { return out.append(contentsOf: String(number).utf8) }
    var unit = 10_000
    while unit > 1, number < unit { unit /= 10 }
    while unit > 0 {
      out.append(0x30 + UInt8(truncatingIfNeeded: number / unit % 10))
      unit /= 10
    }
  }

  /// Returns the number of decimal digits in a number of bytes.
  static func digits(_ number: Int) -> Int {
    var count = 1
    var bound = 10
    while number >= bound, count < 18 {
      count += 1
      bound *= 10
    }
    return count
  }

  /// Appends a number in hexadecimal.
  static func appendHexadecimal(_ number: Int, to out: inout [UInt8]) {
    out.append(contentsOf: String(number, radix: 16).utf8)
  }
}

/// The `Connection` field of a response. HTTP/1.1 omits it if the connection stays open, and HTTP/1.0 omits it if the
/// connection closes.
package enum ConnectionField: Sendable, Equatable {
  case absent
  case close
  case keepAlive

  /// The field with its line end, or an empty string if the field is absent.
  var line: String {
    switch self {
    case .absent: ""
    case .close: "Connection: close\r\n"
    case .keepAlive: "Connection: keep-alive\r\n"
    }
  }
}
