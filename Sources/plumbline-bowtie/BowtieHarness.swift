import PlumblineJSONSchema
import PlumblineJSONTree

/// Responds to the commands of Bowtie's harness protocol, version 1.
///
/// A command that can't be executed gets an object with `errored` and a reason, regardless of the line's contents.
struct BowtieHarness {
  /// A Boolean value that indicates whether `stop` was received.
  private(set) var hasStopped = false
  private var draft = SchemaLibrary.Draft.draft2020

  /// Returns the response to a line, or `nil` if none is expected.
  mutating func answer(to line: String) -> JSON? {
    let command: JSON
    do throws(JSONSyntaxError) {
      command = try JSON.parse(line)
    } catch {
      return Self.failure("The line is not JSON: \(error)")
    }
    switch command["cmd"]?.string {
    case "start": return start(command)
    case "dialect": return dialect(command)
    case "run": return run(command)
    case "stop":
      hasStopped = true
      return nil
    case let name?: return Self.failure("There is no command '\(name)'.", seq: command["seq"])
    case nil: return Self.failure("The line has no 'cmd'.", seq: command["seq"])
    }
  }

  private func start(_ command: JSON) -> JSON {
    guard command["version"]?.int == 1 else {
      return Self.failure("Only version 1 of the protocol is supported, not \(command["version"]?.text ?? "none").")
    }
    let dialects = SchemaLibrary.Draft.allCases.reversed().map { JSON($0.uri) }
    return [
      "version": 1,
      "implementation": [
        "language": "swift", "name": "plumbline", "version": JSON(Toolkit.version),
        "homepage": JSON(Self.home), "issues": JSON(Self.home), "source": JSON(Self.home), "dialects": .array(dialects),
        "os": JSON(Self.system),
        "language_version": "6",
      ],
    ]
  }

  private mutating func dialect(_ command: JSON) -> JSON {
    guard let draft = command["dialect"]?.string.flatMap({ SchemaLibrary.Draft(uri: $0) }) else { return ["ok": false] }
    self.draft = draft
    return ["ok": true]
  }

  private func run(_ command: JSON) -> JSON {
    let seq = command["seq"]
    guard let seq else { return Self.failure("The command has no 'seq'.") }
    guard let example = command["case"], let schema = example["schema"] else {
      return Self.failure("The command has no 'case' with a 'schema'.", seq: seq)
    }
    guard let tests = example["tests"], tests.kind == .array else {
      return Self.failure("The case has no 'tests'.", seq: seq)
    }
    let compiled: Schema
    do {
      compiled = try compile(schema, registry: example["registry"])
    } catch {
      return Self.failure("\(error)", seq: seq)
    }
    let results = tests.elements.map { result(of: $0, compiled) }
    return ["seq": seq, "results": .array(results)]
  }

  private func compile(_ schema: JSON, registry: JSON?) throws -> Schema {
    var documents: [String: JSONDocument] = [:]
    for (uri, document) in registry?.members ?? JSON.emptyObject.members {
      // Each schema is a separate document, because references start at a document's root.
      documents[uri] = try JSONDocument.parse(document.serialized(), file: uri)
    }
    let library = SchemaLibrary(documents: documents, formats: .annotation, draft: draft)
    return try library.compile(JSON.parse(schema.serialized(), file: "schema"))
  }

  private func result(of test: JSON, _ schema: Schema) -> JSON {
    guard let instance = test["instance"] else {
      return ["errored": true, "context": ["message": "The test has no 'instance'."]]
    }
    let isValid = schema.isValid(instance)
    if isValid, let problem = schema.undecided.first {
      return ["skipped": true, "message": JSON(problem.message)]
    }
    return ["valid": JSON(isValid)]
  }

  private static func failure(_ message: String, seq: JSON? = nil) -> JSON {
    var members: [(String, JSON)] = []
    if let seq { members.append(("seq", seq)) }
    members.append(("errored", true))
    members.append(("context", ["message": JSON(message)]))
    return .object(members)
  }

  /// The protocol requires three addresses. The project has no public home yet, so names under `.invalid` (RFC 2606)
  /// are used, which can't lead to someone else's page.
  private static let home = "https://plumbline.invalid/"

  #if os(macOS)
    private static let system = "Darwin"
  #else
    private static let system = "Linux"
  #endif
}
