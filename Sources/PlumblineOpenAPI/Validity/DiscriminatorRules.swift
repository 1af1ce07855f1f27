import PlumblineContractModel
import PlumblineJSONTree

/// A check that the mappings of discriminators refer to schemas (OpenAPI 3.1.1, section 4.8.25).
struct DiscriminatorRules {
  let root: JSON
  let documents: DocumentSet
  let log: NoteLog

  func check(_ schemas: [JSON]) {
    let names = Set(root["components"]?["schemas"]?.members.keys ?? [])
    for schema in schemas {
      for (key, value) in schema["discriminator"]?["mapping"]?.members.map({ $0 }) ?? [] {
        guard let text = value.string, !names.contains(text), !log.hasSpoken(of: value) else { continue }
        switch documents.resolve(text, from: value) {
        case .found(let target) where target.kind == .object || target.kind == .bool: break
        case .found: log.servableError(value, "\"\(key)\" is mapped to \"\(text)\", which isn't a schema.")
        case .missing(let reason):
          let isName = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
          log.servableError(
            value,
            "\"\(key)\" is mapped to \"\(text)\", which leads nowhere"
              + (isName ? Spelling.suggestion(for: text, among: names.sorted()) : ": \(reason)."))
        }
      }
    }
  }
}
