import PlumblineContractModel
import PlumblineDriftDetection

extension ShownExchange {
  /// The lines of the request as sent, except for its masked or truncated parts.
  var requestLines: [String] { Self.lines(["\(method) \(target)"], fields, body) }

  /// The lines of the response, or the reason why there is none.
  var answerLines: [String] {
    guard let answer else { return [failure ?? "no response"] }
    return Self.lines(["\(answer.status)"], answer.fields, answer.body)
  }

  /// The approximate size of the exchange's strings in bytes.
  var weight: Int {
    let texts = [target, body.text, answer?.body.text ?? ""] + (fields + (answer?.fields ?? [])).map(\.value)
    return texts.reduce(0) { $0 + $1.utf8.count }
  }

  private static func lines(_ start: [String], _ fields: [Field], _ body: Body) -> [String] {
    var lines = start + fields.map { "\($0.name): \($0.value)" }
    if body.isEmpty { return lines }
    lines.append("")
    lines += body.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let note = body.note { lines.append("(\(note))") }
    return lines
  }

  /// Returns a command that repeats the request, or `nil` if part of the request isn't known. A masked credential is
  /// written as the environment variable that the contract defines for it.
  ///
  /// - Parameter target: The target of the report: the base URL of a server, or `mock` for a mock at its default port.
  func curl(at target: String) -> String? {
    if ([self.target] + fields.map(\.value)).contains(where: { $0.hasSuffix("…") }) { return nil }
    let content: CurlCommand.Content =
      body.note != nil || body.text.utf8.count > Self.longestArgument
      ? .unwritten : body.text.isEmpty ? .none : .text(body.text)
    var command = CurlCommand(method, base(target) + self.target, content: content)
    command.add(fields.map { ($0.name, $0.value, $0.variable) })
    return command.words.joined(separator: " \\\n  ")
  }

  /// The maximum length of a body on the command line. Longer bodies should be in a file.
  private static let longestArgument = 4000

  private func base(_ target: String) -> String {
    if target.hasPrefix("http://") || target.hasPrefix("https://") {
      return target.hasSuffix("/") ? String(target.dropLast()) : target
    }
    if self.target.contains("://") { return "" }
    let host = fields.first { $0.name.lowercased() == "host" }?.value
    guard target != "mock", let host, !host.isEmpty else { return "http://127.0.0.1:8080" }
    let isNear = host.hasPrefix("127.") || host.hasPrefix("localhost") || host.hasPrefix("[::1]")
    return (isNear ? "http://" : "https://") + host
  }
}

extension Drift {
  /// Returns a command that waives the finding, with placeholders for details that only the user knows.
  ///
  /// - Parameter cause: The fingerprint of the cause that several findings share, or `nil` to waive only this finding.
  func waiveCommand(_ cause: String?) -> String {
    "plumbline waive \(cause.map { "\($0) --cause" } ?? fingerprint) --service \(ShellWord.quoted(service)) "
      + "--reason 'WHY' --until YYYY-MM-DD"
  }
}
