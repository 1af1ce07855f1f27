import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A search for header fields that are neither common nor in the contract.
struct UndocumentedHeaders {
  let headers: HeaderFields
  /// The names that the contract declares for the message.
  let known: [String]
  /// The kind of message: `request` or `response`.
  let message: String
  let rule: Rule
  let contract: Contract

  /// Returns one finding per name. Values are never shown, because their meaning is unknown.
  func findings() -> [Finding] {
    var found: [Finding] = []
    var seen: Set<String> = []
    // Most messages have only common fields.
    lazy var documented = Set((known + contract.credentials.compactMap(\.headerName)).map { $0.lowercased() })
    for index in 0..<headers.count {
      let bytes = headers.nameBytes(at: index)
      // A contract needn't mention fields that are sent automatically.
      if KnownFields.contains(bytes) { continue }
      let folded = String(decoding: bytes, as: UTF8.self).lowercased()
      let name = ShortText.plain(folded, to: 60)
      if documented.contains(folded) || !seen.insert(name).inserted { continue }
      found.append(
        Finding(
          rule, at: JSONPointer(tokens: [message, "headers", name]), expected: "no such header",
          actual: "the header \(name)", contract: contract.location, detail: name,
          "The header \(name) isn't in the contract, and servers, clients and proxies don't usually add it."))
    }
    return found
  }
}
