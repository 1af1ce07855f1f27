import PlumblineContractModel

/// Patterns that select operations of a description, such as `issues-*`, `pets`, `/repos/*`, or
/// `GET /repos/{owner}/{repo}`.
///
/// A pattern is compared with an operation's ID, both as in the document and as in the contract, with its tags, its
/// path, and its method and path. `*` matches any text.
package struct OperationPatterns: Sendable, Hashable {
  private let patterns: [Wildcard]

  /// Creates patterns from text.
  ///
  /// - Parameter texts: The patterns as the user wrote them.
  package init(_ texts: [String]) {
    patterns = texts.map { Wildcard(Self.normal($0)) }
  }

  /// Returns a Boolean value that indicates whether one of the patterns matches an operation.
  func choose(_ operation: Operation) -> Bool {
    let names = Self.names(of: operation)
    return patterns.contains { pattern in names.contains { pattern.matches($0) } }
  }

  /// Returns a sentence for each pattern that matches none of the given operations, with the most similar name.
  func misses(among operations: [Operation]) -> [String] {
    let all = operations.map(Self.names)
    return patterns.compactMap { pattern in
      if all.contains(where: { names in names.contains { pattern.matches($0) } }) { return nil }
      let suggestion = Self.suggestion(for: pattern.description, among: operations)
      return "No operation has an id, a tag or a path like \"\(pattern.description)\"\(suggestion)"
    }
  }

  // MARK: - Names

  /// Returns all names of an operation.
  private static func names(of operation: Operation) -> [String] {
    var names = [Identifiers.endpoint(operation), operation.path, "\(operation.method) \(operation.path)"]
    if let id = operation.value["operationId"]?.string { names.append(id) }
    if operation.template != operation.path {
      names += [operation.template, "\(operation.method) \(operation.template)"]
    }
    return names + tags(of: operation)
  }

  private static func tags(of operation: Operation) -> [String] {
    operation.value["tags"]?.elements.compactMap(\.string) ?? []
  }

  /// Returns a pattern with its method in uppercase, followed by one space.
  private static func normal(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    guard words.count == 2, words[1].hasPrefix("/") || words[1].hasPrefix("*") else {
      return words.joined(separator: " ")
    }
    return "\(words[0].uppercased()) \(words[1])"
  }

  // MARK: - Suggestions

  /// Returns the end of a sentence that suggests the likely intended names.
  private static func suggestion(for pattern: String, among operations: [Operation]) -> String {
    let candidates: [String]
    if pattern.contains(" ") {
      candidates = operations.map { "\($0.method) \($0.path)" }
    } else if pattern.contains("/") {
      candidates = operations.map(\.path) + operations.compactMap { $0.value["operationId"]?.string }
    } else {
      candidates = operations.map { Identifiers.endpoint($0) } + operations.flatMap(Self.tags)
    }
    guard pattern.hasSuffix("*") else { return Spelling.suggestion(for: pattern, among: unique(candidates)) }
    let beginning = String(pattern.prefix { $0 != "*" })
    let beginnings = unique(candidates.flatMap(Self.beginnings))
    guard let nearest = Spelling.nearest(beginning, among: beginnings) else {
      return Spelling.suggestion(for: beginning, among: unique(candidates))
    }
    return "; did you mean \"\(nearest)*\"?"
  }

  /// Returns the prefixes of a name that end with a word or with the separator after it, such as `issues` and
  /// `issues-`.
  private static func beginnings(of name: String) -> [String] {
    var beginnings: [String] = []
    var beginning = ""
    for letter in name {
      if !letter.isLetter, !letter.isNumber {
        if !beginning.isEmpty { beginnings.append(beginning) }
        beginnings.append(beginning + String(letter))
      }
      beginning.append(letter)
    }
    return beginnings + [name]
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
