import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A unique idempotency key for an endpoint's header field.
struct FreshKey: Sendable {
  let field: String
  let text: String

  /// Creates a key, or returns `nil` if the endpoint doesn't support one.
  init?(for endpoint: Endpoint) {
    var generator = SystemRandomNumberGenerator()
    self.init(for: endpoint, using: &generator)
  }

  init?(for endpoint: Endpoint, using generator: inout some RandomNumberGenerator) {
    guard let parameter = endpoint.idempotencyKey else { return nil }
    field = parameter.name
    let uuid = Self.uuid(using: &generator)
    if parameter.schema.isValid(JSON(uuid)) {
      text = uuid
    } else {
      let seed = UInt64.random(in: .min ... .max, using: &generator)
      let other = try? parameter.schema.example(seed: seed).get()
      text = other.map { parameter.style.headerText($0) } ?? uuid
    }
  }

  /// Returns a random UUID (RFC 9562 section 5.4).
  private static func uuid(using generator: inout some RandomNumberGenerator) -> String {
    var bytes: [UInt8] = []
    for _ in 0..<16 { bytes.append(UInt8.random(in: .min ... .max, using: &generator)) }
    bytes[6] = (bytes[6] & 0x0F) | 0x40
    bytes[8] = (bytes[8] & 0x3F) | 0x80
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += String(byte >> 4, radix: 16) + String(byte & 0x0F, radix: 16)
    }
    return text
  }
}

extension Request {
  /// Returns the request with a new idempotency key if it has one, and otherwise unchanged.
  func withFreshKey(for endpoint: Endpoint) -> Request {
    guard let key = FreshKey(for: endpoint), headers.contains(key.field) else { return self }
    var request = self
    request.headers[key.field] = key.text
    return request
  }
}
