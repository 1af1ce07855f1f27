import PlumblineContractModel
import PlumblineJSONTree

/// The scopes that operations require. A contract can't represent them, because its permissions belong to personas, and
/// no document specifies who has a scope.
///
/// Large documents require scopes for each operation, so there is one note per scheme.
struct AskedScopes {
  /// The scopes of a single requirement.
  private struct Requirement {
    let place: JSON
    /// The operation that requires the scopes, or the service.
    let line: String
    let words: [String]
    let parts: [UnheldPart]
  }

  private var schemes: [String] = []
  private var requirements: [String: [Requirement]] = [:]

  /// Adds the scopes of requirements.
  ///
  /// - Parameters:
  ///   - line: The operation that has the requirements, or the service.
  ///   - lines: The methods and paths that the requirements apply to.
  mutating func add(_ security: JSON, of line: String, at lines: [String]) {
    guard security.kind == .array else { return }
    for requirement in security.elements {
      for (name, scopes) in requirement.members where scopes.kind == .array && scopes.count > 0 {
        let words = scopes.elements.compactMap(\.string)
        let parts = lines.flatMap { line in
          words.map { UnheldPart(.scope, $0, of: line, at: scopes.location) }
        }
        if requirements[name] == nil { schemes.append(name) }
        requirements[name, default: []].append(Requirement(place: scopes, line: line, words: words, parts: parts))
      }
    }
  }

  /// Adds the notes, one per scheme.
  func note(in log: NoteLog) {
    for scheme in schemes {
      let all = requirements[scheme] ?? []
      let parts = all.flatMap(\.parts)
      let count = Set(parts.compactMap(\.operation)).count
      guard all.count > 1, count > 1, let first = all.first, let example = parts.first else {
        for one in all {
          let names = Spelling.list(one.words, limit: 8)
          log.note(
            one.place, "\(one.line) asks for \(names) of \(scheme), and scopes aren't part of the contract.",
            parts: one.parts)
        }
        continue
      }
      log.note(
        first.place,
        "\(count) operations ask for scopes of \(scheme), such as \(example.name) at \(example.operation ?? first.line), "
          + "and scopes aren't part of the contract.", parts: parts)
    }
  }
}
