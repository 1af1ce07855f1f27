import PlumblineContractModel
import PlumblineJSONTree

/// The position where a list continues: the key of the last item so far, and the number of items up to it in case that
/// item is deleted.
///
///     {"after":"user-7","at":20}     eyJhZnRlciI6InVzZXItNyIsImF0IjoyMH0
struct ListCursor: Sendable, Equatable {
  let key: String
  let offset: Int

  init(key: String, offset: Int) {
    self.key = key
    self.offset = offset
  }

  /// Parses a cursor that a client sends back. Returns `nil` if the mock never issued it.
  init?(_ text: String) {
    let standard = String(decoding: text.utf8.map { Self.standard($0) }, as: UTF8.self)
    guard text.utf8.count <= 4096, let bytes = Base64.decode(standard), let json = try? JSON.parse(bytes),
      let key = json["after"]?.string, let offset = json["at"]?.int, offset > 0
    else { return nil }
    self.init(key: key, offset: offset)
  }

  /// The cursor as text for clients.
  var text: String {
    Base64.encodeURL(JSON.object([("after", JSON(key)), ("at", JSON(offset))]).serialized())
  }

  private static func standard(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "-"): UInt8(ascii: "+")
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    default: byte
    }
  }
}
