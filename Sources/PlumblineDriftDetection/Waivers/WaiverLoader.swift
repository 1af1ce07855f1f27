import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// Reads `waivers.json`, and reports all its problems at once.
package enum WaiverLoader {
  /// The file's name in the folder of its contract.
  package static let fileName = "waivers.json"

  /// The result of reading the file.
  package struct Result: Sendable {
    /// The policy, or `nil` if any problem is an error.
    package let policy: WaiverPolicy?
    /// All problems, sorted by location.
    package let problems: [Problem]
  }

  /// The contents of `waivers.schema.json`, the published schema of the file.
  package static var schemaText: [UInt8] { PackageResources.waivers_schema_json }

  /// The built-in format of the file.
  private static let format: Schema = {
    let name = "waivers.schema.json"
    do {
      let document = try JSONDocument.parse(PackageResources.waivers_schema_json, file: name)
      return try SchemaLibrary(documents: [name: document], formats: .assertion).compile(document.root, base: name)
    } catch {
      preconditionFailure("The embedded \(name) can't be used: \(error)")
    }
  }()

  /// Reads the file of a service.
  ///
  /// - Parameters:
  ///   - path: The path shown in problems.
  ///   - endpoints: The IDs of the service's endpoints, for detecting unknown names. An empty array skips that check.
  package static func load(_ bytes: [UInt8], path: String, service: String, endpoints: [String]) -> Result {
    let root: JSON
    do {
      let document = try JSONDocument.parse(bytes, file: path)
      let twice = document.duplicateKeys.map {
        Problem(
          $0.location, "The key \"\($0.key)\" occurs twice, first on line \($0.earlier.line); keep one of them.")
      }
      guard twice.isEmpty else { return Result(policy: nil, problems: twice.sorted()) }
      root = document.root
    } catch {
      return Result(policy: nil, problems: [Problem(error.location, error.message)])
    }
    var problems = format.violations(of: root).map { problem(for: $0, in: root) }
    problems += unknownNames(in: root, endpoints: endpoints) + repeated(in: root)
    guard !problems.contains(where: { $0.level == .error }) else {
      return Result(policy: nil, problems: problems.sorted())
    }
    let policy = WaiverPolicy(
      service: service, waivers: root["waivers"]?.elements.map(waiver) ?? [],
      severities: root["severities"]?.members.compactMap { rules, severity in
        severity.string.flatMap(Severity.init(rawValue:)).map { .init(rules: Wildcard(rules), severity: $0) }
      } ?? [])
    return Result(policy: policy, problems: problems.sorted())
  }

  private static func waiver(_ json: JSON) -> Waiver {
    func pattern(_ name: String) -> Wildcard? { json[name]?.string.map { Wildcard($0) } }
    let subject: Waiver.Subject =
      if let text = json["fingerprint"]?.string { .fingerprint(text) } else if let text = json["cause"]?.string {
        .cause(text)
      } else {
        .patterns(rule: pattern("rule"), endpoint: pattern("endpoint"), pointer: pattern("pointer"))
      }
    return Waiver(
      subject: subject, endpoint: pattern("endpoint"), rule: pattern("rule"), reason: json["reason"]?.string ?? "",
      until: json["until"]?.string, location: json.location)
  }
}

extension WaiverLoader {
  private static func problem(for violation: Violation, in root: JSON) -> Problem {
    let name = violation.instance.tokens.last ?? ""
    let text = violation.value.string ?? violation.value.text
    let message: String
    switch (violation.keyword, name) {
    case ("additionalProperties", _):
      let name = violation.property ?? name
      let known = format.declared(at: violation.instance, in: root).filter { $0 != "$schema" }
      message = "Unknown key \"\(name)\"\(Spelling.suggestion(for: name, among: known))"
    case ("required", _):
      message = "A waiver needs a \"\(violation.property ?? "reason")\" that says why this drift is accepted."
    case ("anyOf", _):
      message =
        "The waiver matches nothing: add a \"fingerprint\" or a \"cause\", or a \"rule\", an \"endpoint\" or a "
        + "\"pointer\"."
    case ("pattern", "fingerprint"), ("pattern", "cause"):
      message = "\(ShortText.quoted(text)) isn't a \(name): expected 16 hexadecimal digits, as shown in reports."
    case ("not", _):
      message = "The waiver has both a \"fingerprint\" and a \"cause\"; keep one of them."
    case ("format", _):
      message = "\(ShortText.quoted(text)) isn't a date: use the form YYYY-MM-DD, such as 2027-01-31."
    case ("enum", _):
      message = "\(ShortText.quoted(text)) isn't a severity: use breaking, warning or notice."
    default: message = (name.isEmpty ? "" : "\"\(name)\": ") + violation.message
    }
    return Problem(violation.instanceLocation, message)
  }

  /// Returns the problems of nonexistent rules and endpoints. A pattern that matches none is only a warning, because a
  /// rule may be added later.
  private static func unknownNames(in root: JSON, endpoints: [String]) -> [Problem] {
    let rules = RuleCatalog.all.map(\.id)
    var problems: [Problem] = []
    func check(_ text: String, _ place: SourceLocation, _ what: String, among known: [String]) {
      if known.isEmpty || known.contains(where: Wildcard(text).matches) { return }
      if text.contains("*") {
        problems.append(Problem(place, "No \(what) matches the pattern \(ShortText.quoted(text)).", level: .warning))
      } else {
        let hint = Spelling.suggestion(for: text, among: known)
        problems.append(Problem(place, "There is no \(what) \(ShortText.quoted(text))\(hint)"))
      }
    }
    for waiver in root["waivers"]?.elements.map({ $0 }) ?? [] {
      if let rule = waiver["rule"], let text = rule.string, !text.isEmpty {
        check(text, rule.location, "rule", among: rules)
      }
      // An undocumented endpoint is identified by its method and path.
      if let endpoint = waiver["endpoint"], let text = endpoint.string, !text.isEmpty, !text.contains("/") {
        check(text, endpoint.location, "endpoint", among: endpoints)
      }
    }
    if let severities = root["severities"] {
      for (text, value) in severities.members {
        check(text, severities.keyLocation(of: text) ?? value.location, "rule", among: rules)
      }
    }
    return problems
  }

  private static func repeated(in root: JSON) -> [Problem] {
    var seen: [String: SourceLocation] = [:]
    var problems: [Problem] = []
    for waiver in root["waivers"]?.elements.map({ $0 }) ?? [] {
      let name = waiver["fingerprint"] == nil ? "cause" : "fingerprint"
      guard let fingerprint = waiver[name], let text = fingerprint.string else { continue }
      if let earlier = seen[text] {
        problems.append(
          Problem(
            fingerprint.location,
            "The \(name) \(ShortText.plain(text)) is already waived on line \(earlier.line); keep one of them."))
      } else {
        seen[text] = fingerprint.location
      }
    }
    return problems
  }
}
