import PlumblineJSONTree
import Synchronization

/// The published meta-schemas, which every library knows by their URIs without being given them.
enum MetaSchemas {
  private static let parsed = Mutex<[String: JSONDocument]>([:])

  /// The meta-schema of a URI without fragment; parsed when somebody first asks for it.
  static func document(_ uri: String) -> JSONDocument? {
    guard let text = texts[uri] else { return nil }
    return parsed.withLock { documents in
      if let document = documents[uri] { return document }
      // The texts are constants that the tests compile one by one.
      let document = try? JSONDocument.parse(text, file: uri)
      documents[uri] = document
      return document
    }
  }

  /// The URIs of all of them.
  static var uris: [String] { texts.keys.sorted() }

  private static let texts: [String: String] = {
    var texts: [String: String] = [:]
    for (number, text) in zip(["04", "06", "07"], [draft4[0], draft6[0], draft7[0]]) {
      texts["http://json-schema.org/draft-\(number)/schema"] = text
    }
    let names2019 = ["schema", "core", "applicator", "validation", "meta-data", "format", "content"]
    for (name, text) in zip(names2019, draft2019) { texts[uri("2019-09", name)] = text }
    let names2020 = [
      "schema", "core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation",
      "format-assertion", "content",
    ]
    for (name, text) in zip(names2020, draft2020) { texts[uri("2020-12", name)] = text }
    return texts
  }()

  private static func uri(_ draft: String, _ name: String) -> String {
    "https://json-schema.org/draft/\(draft)/\(name == "schema" ? "" : "meta/")\(name)"
  }
}
