import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblinePact
import PlumblineWorkspace

/// The pacts of a run, from files and from a broker.
struct PactFiles: Sendable {
  private(set) var pacts: [Pact] = []
  /// The broker's URL for the results of each pact. An element is `nil` if the pact comes from a file.
  private(set) var results: [String?] = []
  /// The problems of the files: an error for each file that isn't a pact, and warnings about unsupported parts.
  private(set) var problems: [Problem] = []

  /// Reads a file.
  mutating func read(_ path: String) throws {
    guard FileSystem.isFile(path) else { throw UsageError("No such file: \"\(path)\".") }
    let bytes = try FileSystem.read(path)
    do throws(JSONSyntaxError) {
      add(try PactTranslator.Document(bytes, path: path), results: nil)
    } catch {
      throw UsageError("\(path) isn't JSON: \(error)")
    }
  }

  mutating func add(_ document: PactTranslator.Document, results target: String?) {
    let log = NoteLog()
    guard let pact = PactReader(path: document.path, log: log).read(document.document.root) else {
      problems += log.problems.sorted()
      return
    }
    // Omitted parts are reported as separate findings.
    let told = Set(pact.unread.map(\.reason))
    problems += log.problems.filter { !told.contains($0.message) }.map {
      Problem($0.location, $0.message, level: .warning)
    }.sorted()
    pacts.append(pact)
    results.append(target)
  }
}
