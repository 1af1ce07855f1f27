/// A line of a log, parsed like by the runner of GitHub Actions.
struct WorkflowCommand {
  let name: String
  let properties: [String: String]
  let message: String

  /// - Returns: The command, or `nil` if the line isn't one.
  init?(_ line: String) {
    guard line.hasPrefix("::") else { return nil }
    let rest = line.dropFirst(2)
    guard let end = rest.firstRange(of: "::") else { return nil }
    let head = rest[..<end.lowerBound].split(separator: " ", maxSplits: 1)
    guard let name = head.first else { return nil }
    self.name = String(name)
    message = Self.unescaped(String(rest[end.upperBound...]))
    var properties: [String: String] = [:]
    if head.count > 1 {
      for property in head[1].split(separator: ",") {
        let parts = property.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        properties[String(parts[0])] = Self.unescaped(String(parts[1]))
      }
    }
    self.properties = properties
  }

  private static func unescaped(_ text: String) -> String {
    var text = text
    for (escape, character) in [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")] {
      text = text.replacing(escape, with: character)
    }
    return text
  }
}
