import PlumblineContractModel
import PlumblineJSONTree

/// A resolver of references between the objects of a description. It reports each unresolved reference once.
struct Following {
  let documents: DocumentSet
  let log: NoteLog

  /// The maximum length of a chain of references.
  private static let longest = 64

  /// Returns the object itself, or the final target of its `$ref`. If the reference doesn't resolve, reports it and
  /// returns `nil`.
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
  /// Returns the value of an Example Object. In OpenAPI 3.2, it may be in `dataValue` or be the example's text.
  func value(ofExample written: JSON) -> JSON? {
    guard let example = object(written) else { return nil }
    if let value = example["value"] ?? example["dataValue"] ?? example["serializedValue"] { return included(value) }
    if let external = example["externalValue"] {
      log.note(external, "\"externalValue\" isn't read, so this example is left out; put its value into \"value\".")
    }
    return nil
  }

  /// Returns an example, or the example that it includes, because many multi-file documents contain only a `$ref`
  /// instead of the value.
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

  /// Adds a violation of the specification that doesn't prevent a mock from being served.
  func servableError(_ place: JSON, _ message: String) {
    add(problem(place, message, isServable: true))
  }

  /// Adds a mistake in a part that is read the way its author evidently intended. The part is still fully compared.
  func assumption(_ place: JSON, _ message: String) { add(Problem(place.location, message, isServable: true)) }

  /// Adds a part, such as a path, an operation, or a response, that is left out because the specification forbids it or
  /// because it can't be served.
  ///
  /// - Parameter part: The part that is left out, or `nil` if it is the value at the location.
  func omission(_ place: JSON, _ message: String, about part: JSON? = nil) {
    var omission = problem(place, message, about: part, isServable: true)
    omission.isOmission = true
    add(omission)
  }

  /// Records that a part is left out because of a problem that the document check reports. Further problems at its
  /// location concern the omission.
  func leaveOut(_ place: JSON) { leftOut.insert(place.location) }

  /// Adds a note on a part of the document that a contract can't represent.
  ///
  /// - Parameters:
  ///   - part: The subject, or `nil` if it is the value at the location.
  ///   - parts: The parts of the subject that clients refer to by name.
  package func note(_ place: JSON, _ message: String, about part: JSON? = nil, parts: [UnheldPart] = []) {
    var note = problem(place, message, about: part, level: .warning)
    note.parts = parts
    add(note)
  }

  /// Returns the parts in a map of requests that the service sends, by name.
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
    // Only parts that are read may open files, and such a part is hashed together with its files.
    problem.subject = hashes.hash(of: [part ?? place], following: level == .warning ? documents : nil)
    return problem
  }

  /// Returns a hash of unread parts, including the parts of their file that they refer to.
  func subject(of parts: [JSON]) -> Int { hashes.hash(of: parts) }

  /// Returns a Boolean value that indicates whether there is a problem or note about a location.
  func hasSpoken(of place: JSON) -> Bool { places.contains(place.location) }

  /// Adds a problem, unless the same one already exists for its location.
  func add(_ problem: Problem) {
    guard seen.insert(Saying(location: problem.location, message: problem.message)).inserted else { return }
    places.insert(problem.location)
    var problem = problem
    if problem.level == .error, leftOut.contains(problem.location) { problem.isOmission = true }
    problems.append(problem)
  }
}

extension JSON {
  /// Returns a cursor to a member's key, for the key's location, or `nil` if there is no such member.
  func key(of name: String) -> JSON? { self[name].map { JSON(document, $0.node - 1) } }
}

extension JSON {
  /// The identity of a value among the values of all documents.
  struct Identity: Hashable {
    let document: ObjectIdentifier
    let node: Int
  }

  var identity: Identity { Identity(document: ObjectIdentifier(document), node: node) }
}
