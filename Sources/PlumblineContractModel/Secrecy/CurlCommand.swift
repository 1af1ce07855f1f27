import PlumblineHTTPMessages

/// A curl command that sends a request, as a POSIX shell reads it.
package struct CurlCommand {
  /// What is sent with a request.
  package enum Content {
    case none
    case text(String)
    /// What can't be written on a line: whoever has it puts it into a file.
    case unwritten
  }

  /// What curl says itself, as of its own request.
  private static let incidental: Set = ["host", "content-length", "user-agent", "accept-encoding", "expect"]

  private let verb: String
  private let address: String
  private let content: [String]
  private var fields: [String] = []

  /// - Parameter address: the whole URL.
  package init(_ method: String, _ address: String, content: Content) {
    let isPlain = if case .none = content { true } else { false }
    var verb =
      switch method {
      case "HEAD" where isPlain: "curl --head"
      case "GET" where isPlain: "curl"
      default: "curl -X \(ShellWord.quoted(method))"
      }
    // curl would make many requests of brackets and braces, and another path of dots.
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

  /// The command's words, quoted. Those that belong together are one: `-H 'Accept: text/plain'`.
  package var words: [String] { [verb] + fields + content + [address] }

  /// Adds header fields, but for those that belong to the connection or are curl's own.
  ///
  /// - Parameter variable: the environment variable whose value stands wherever a field's value is masked; `nil` where the mask
  ///   stays.
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
    // curl says itself what a body is, unless it is told otherwise.
    if !content.isEmpty, !hasType { self.fields.append("-H Content-Type:") }
  }
}
