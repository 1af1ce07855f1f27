import PlumblineHTTPMessages

/// A curl command that sends a request, in POSIX shell syntax.
package struct CurlCommand {
  /// The body of a request.
  package enum Content {
    case none
    case text(String)
    /// Content that can't be written on a command line and has to be in a file.
    case unwritten
  }

  /// The header fields that curl sets itself.
  private static let incidental: Set = ["host", "content-length", "user-agent", "accept-encoding", "expect"]

  private let verb: String
  private let address: String
  private let content: [String]
  private var fields: [String] = []

  /// Creates a command.
  ///
  /// - Parameter address: The complete URL.
  package init(_ method: String, _ address: String, content: Content) {
    let isPlain = if case .none = content { true } else { false }
    var verb =
      switch method {
      case "HEAD" where isPlain: "curl --head"
      case "GET" where isPlain: "curl"
      default: "curl -X \(ShellWord.quoted(method))"
      }
    // Keep curl from expanding brackets and braces into several requests, and from removing dot segments from the path.
    if address.utf8.contains(where: { "[]{}".utf8.contains($0) }) { verb += " --globoff" }
    if address.contains("/.") { verb += " --path-as-is" }
    self.verb = verb
    self.address = ShellWord.quoted(address)
    self.content =
      switch content {
      case .none: []
      case .text(let text): ["--data-raw \(ShellWord.quoted(text))"]
      case .unwritten: ["--data-binary @BODY"]
      }
  }

  /// The quoted words of the command. Words that belong together form one element, such as `-H 'Accept: text/plain'`.
  package var words: [String] { [verb] + fields + content + [address] }

  /// Adds header fields, except those that belong to the connection and those that curl sets itself.
  ///
  /// - Parameter variable: The environment variable whose value replaces the mask in a field's value, or `nil` to keep
  ///   the mask.
  package mutating func add(_ fields: some Sequence<(name: String, value: String, variable: String?)>) {
    var hasType = false
    for (name, value, variable) in fields {
      let folded = name.lowercased()
      if KnownFields.isAny([.connection], folded) || Self.incidental.contains(folded) { continue }
      hasType = hasType || folded == "content-type"
      let line = "\(name): \(value)"
      self.fields.append(
        "-H " + (variable.map { ShellWord.quoted(line, putting: $0, for: Redactor.mask) } ?? ShellWord.quoted(line)))
    }
    // Without this, curl would set a content type itself.
    if !content.isEmpty, !hasType { self.fields.append("-H Content-Type:") }
  }
}
