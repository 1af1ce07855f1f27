import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Finds header fields that are neither common nor in the contract.
struct UndocumentedHeaders {
  let headers: HeaderFields
  /// The names that the contract has here.
  let known: [String]
  /// `request` or `response`.
  let message: String
  let rule: Rule
  let contract: Contract

  /// One finding a name. Values are never shown: nobody knows what they are.
  func findings() -> [Finding] {
    var found: [Finding] = []
    for index in 0..<headers.count {
      let bytes = headers.nameBytes(at: index)
      if Self.isCommon(bytes) || isKnown(index) { continue }
      let name = ShortText.plain(String(decoding: bytes, as: UTF8.self).lowercased(), to: 60)
      if found.contains(where: { $0.detail == name }) { continue }
      found.append(
        Finding(
          rule, at: JSONPointer(tokens: [message, "headers", name]), expected: "no such header",
          actual: "the header \(name)", contract: contract.location, detail: name,
          "The contract has no header \(name) here, and it is none of the common ones."))
    }
    return found
  }

  /// Whether servers, clients and what stands between them send a field of their own accord: that a contract is silent
  /// about it says nothing.
  private static func isCommon(_ name: ArraySlice<UInt8>) -> Bool {
    // Nearly every message has these, and comparing bytes costs no text.
    for frequent in frequent where frequent.count == name.count {
      if zip(frequent, name).allSatisfy({ $0 == $1 | 0x20 || $0 == $1 }) { return true }
    }
    return KnownFields.roles(of: String(decoding: name.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self))
      != nil
  }

  private static let frequent = ["host", "date", "accept", "user-agent", "content-type", "content-length"].map {
    Array($0.utf8)
  }

  private func isKnown(_ index: Int) -> Bool {
    known.contains { headers.isName($0, at: index) }
      || contract.credentials.contains { $0.headerName.map { headers.isName($0, at: index) } ?? false }
  }
}
