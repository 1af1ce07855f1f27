import PlumblineContractModel
import PlumblineJSONTree

/// Follows references between the objects of a description, and reports unresolved ones, each once.
struct Following {
  let documents: DocumentSet
  let log: NoteLog

  /// The longest chain of references.
  private static let longest = 64

  /// Returns the object itself, or the final target of its `$ref`. Returns `nil` if the reference doesn't resolve,
  /// which is reported.
  func object(_ value: JSON) -> JSON? {
    var value = value
    for _ in 0..<Self.longest {
      guard let reference = value["$ref"], let text = reference.string else { return value }
      switch documents.resolve(text, from: reference) {
      case .found(let target):
        value = target
      case .missing(let reason):
        log.error(reference, "\"$ref\" to \"\(text)\" leads nowhere: \(reason).")
        return nil
      }
    }
    log.error(value, "The \"$ref\"s here form a cycle and never lead to a definition.")
    return nil
  }
}

extension Following {
  /// Returns the value of an Example Object: which in 3.2 may be in `dataValue`, or be its text.
  func value(ofExample written: JSON) -> JSON? {
    guard let example = object(written) else { return nil }
    if let value = example["value"] ?? example["dataValue"] ?? example["serializedValue"] { return included(value) }
    if let external = example["externalValue"] {
      log.note(external, "\"externalValue\" isn't read, so this example is left out; put its value into \"value\".")
    }
    return nil
  }

  /// Returns an example, or the one that it includes, since many multi-file documents have only a `$ref` in place of
  /// its value.
  func included(_ example: JSON) -> JSON {
    guard example.count == 1, let reference = example["$ref"], let text = reference.string,
      case .found(let target) = documents.resolve(text, from: reference)
    else { return example }
    return target
  }
}

/// The problems and notes of a translation.
package final class NoteLog {
  private struct Saying: Hashable {
    let location: SourceLocation
    let message: String
  }

  package private(set) var problems: [Problem] = []
  private var seen: Set<Saying> = []
  private var places: Set<SourceLocation> = []
  private var leftOut: Set<SourceLocation> = []
  private var hashes = PartHashes()
  /// The current description, for references to its other files.
  var documents: DocumentSet?

  package init() {}

  /// Adds a problem that makes the document unusable.
  package func error(_ place: JSON, _ message: String) { add(problem(place, message)) }

  /// Adds a violation of the specification despite which a mock can be served.
  func servableError(_ place: JSON, _ message: String) {
    add(problem(place, message, isServable: true))
  }

  /// Adds a mistake in a part that is read as its author evidently intended. The part is still fully compared.
  func assumption(_ place: JSON, _ message: String) { add(Problem(place.location, message, isServable: true)) }

  /// Adds a part, such as a path, an operation or a response, that is left out because the specification forbids it, or
  /// because it can't be served.
  ///
  /// - Parameter part: The part that is left out, if it isn't the value at the place.
  func omission(_ place: JSON, _ message: String, about part: JSON? = nil) {
    var omission = problem(place, message, about: part, isServable: true)
    omission.isOmission = true
    add(omission)
  }

  /// Records that a part is left out whose problem the document check reports. Further problems at its place concern
  /// the omission.
  func leaveOut(_ place: JSON) { leftOut.insert(place.location) }

  /// Adds a note on a part of the document that a contract can't represent.
  ///
  /// - Parameters:
  ///   - part: The subject, if it isn't the value at the place.
  ///   - parts: Its parts that clients know by name.
  package func note(_ place: JSON, _ message: String, about part: JSON? = nil, parts: [UnheldPart] = []) {
    var note = problem(place, message, about: part, level: .warning)
    note.parts = parts
    add(note)
  }

  /// Returns the parts of a map of requests that the service sends, by name.
  func parts(_ kind: UnheldPart.Kind, in requests: JSON, of operation: String?) -> [UnheldPart] {
    requests.members.filter { !$0.key.hasPrefix("x-") }.map { name, request in
      UnheldPart(
        kind, name, of: operation, at: request.location, subject: hashes.hash(of: [request], following: documents))
    }
  }

  /// Adds a note on a part that is imported in a different form. The part is still fully compared.
  func remark(_ place: JSON, _ message: String) { add(Problem(place.location, message, level: .warning)) }

  private func problem(
    _ place: JSON, _ message: String, about part: JSON? = nil, level: Problem.Level = .error, isServable: Bool = false
  ) -> Problem {
    var problem = Problem(place.location, message, level: level, isServable: isServable)
    // Files are opened only for parts that are read. Such a part is hashed together with its files.
    problem.subject = hashes.hash(of: [part ?? place], following: level == .warning ? documents : nil)
    return problem
  }

  /// Returns a hash of unread parts, including the parts of their file that they refer to.
  func subject(of parts: [JSON]) -> Int { hashes.hash(of: parts) }

  /// Returns a Boolean value that indicates whether a place has a problem or note.
  func hasSpoken(of place: JSON) -> Bool { places.contains(place.location) }

  /// Adds a problem, unless its place already has the same one.
  func add(_ problem: Problem) {
    guard seen.insert(Saying(location: problem.location, message: problem.message)).inserted else { return }
    places.insert(problem.location)
    var problem = problem
    if problem.level == .error, leftOut.contains(problem.location) { problem.isOmission = true }
    problems.append(problem)
  }
}

extension JSON {
  /// Returns the cursor to a member's key, which has the key's place, or `nil` if there is no such member.
  func key(of name: String) -> JSON? { self[name].map { JSON(document, $0.node - 1) } }
}

extension JSON {
  /// The identity of this value among those of all documents.
  struct Identity: Hashable {
    let document: ObjectIdentifier
    let node: Int
  }

  var identity: Identity { Identity(document: ObjectIdentifier(document), node: node) }
}
