/// The meaning of a schema's keywords, determined by a draft and, since 2019-09, by the vocabularies that its
/// meta-schema enables.
struct Dialect: Sendable, Hashable {
  /// A set of vocabularies from 2019-09 and 2020-12.
  struct Vocabulary: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let core = Vocabulary(rawValue: 1 << 0)
    static let applicator = Vocabulary(rawValue: 1 << 1)
    static let unevaluated = Vocabulary(rawValue: 1 << 2)
    static let validation = Vocabulary(rawValue: 1 << 3)
    static let metadata = Vocabulary(rawValue: 1 << 4)
    static let format = Vocabulary(rawValue: 1 << 5)
    static let content = Vocabulary(rawValue: 1 << 6)
    static let all = Vocabulary(rawValue: 0x7F)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates the vocabulary with a name such as `meta-data`, or returns `nil` for names that no draft defines.
    init?(name: String) {
      switch name {
      case "core": self = .core
      case "applicator": self = .applicator
      case "unevaluated": self = .unevaluated
      case "validation": self = .validation
      case "meta-data": self = .metadata
      case "format", "format-annotation", "format-assertion": self = .format
      case "content": self = .content
      default: return nil
      }
    }
  }

  var draft: SchemaDraft
  var vocabularies: Vocabulary = .all
  /// A Boolean value that indicates whether the meta-schema requires `format` to be asserted.
  var assertsFormat = false
}

extension Dialect {
  /// The dialect that a `$vocabulary` declares, or the URI of a required vocabulary that is unknown.
  enum Reading {
    case dialect(Dialect)
    case unknown(String)
  }

  /// Reads the entries of a `$vocabulary`: URIs, and whether each is required.
  static func reading(_ entries: [(uri: String, isRequired: Bool)], draft: SchemaDraft) -> Reading {
    var dialect = Dialect(draft: draft, vocabularies: [.core])
    for (uri, isRequired) in entries {
      let found = [("2020-12", SchemaDraft.draft2020), ("2019-09", .draft2019)].lazy.compactMap {
        name, draft -> (SchemaDraft, String)? in
        let lead = "https://json-schema.org/draft/\(name)/vocab/"
        return uri.hasPrefix(lead) ? (draft, String(uri.dropFirst(lead.count))) : nil
      }.first
      guard let (draft, name) = found, let vocabulary = Vocabulary(name: name) else {
        if isRequired { return .unknown(uri) }
        continue
      }
      dialect.draft = draft
      dialect.vocabularies.insert(vocabulary)
      // In 2019-09, the applicator vocabulary includes the unevaluated keywords, and a required format vocabulary
      // asserts formats.
      if draft == .draft2019, vocabulary == .applicator { dialect.vocabularies.insert(.unevaluated) }
      if name == "format-assertion" || name == "format" && isRequired { dialect.assertsFormat = true }
    }
    return .dialect(dialect)
  }
}
