import PlumblineJSONTree

/// The operations of a JSON Patch (RFC 6902). Either all of them are applied or none.
struct JSONPatch {
  /// The reason why a patch isn't applied, along with the operation that failed.
  struct Refusal: Error {
    /// The kind of error, as distinguished by RFC 5789 (section 2.2).
    enum Cause: Sendable {
      /// The document isn't a JSON Patch.
      case malformed
      /// An operation has no target or its result is too large.
      case unprocessable
      /// A `test` fails because the value isn't the one that the client expects.
      case conflicting
    }

    let cause: Cause
    let message: String
  }

  /// The maximum number of operations, which bounds their cost. No real patch has more.
  private static let most = 10_000
  /// The size in bytes that any value may grow to, even if it was very small before.
  private static let usual = 256 << 10

  private let steps: [JSON]

  init(_ body: JSON?) throws(Refusal) {
    guard let body, body.kind == .array else {
      throw Refusal(cause: .malformed, message: "body: A JSON Patch must be a list of steps.")
    }
    guard body.count <= Self.most else {
      throw Refusal(cause: .unprocessable, message: "body: A JSON Patch can have at most \(Self.most) steps.")
    }
    steps = Array(body.elements)
  }

  /// Returns the patched value.
  ///
  /// - Parameter size: The maximum size of the result in bytes.
  func applied(to value: JSON, atMost size: Int) throws(Refusal) -> JSON {
    var value = value
    // Copy operations can double the value each time, so both the result and the total work are bounded.
    let most = min(size, max(2 * value.document.tape[value.node].range.count, Self.usual))
    var work = 0
    for (index, step) in steps.enumerated() {
      do throws(Refusal) {
        value = try Self.applied(step, to: value)
        let bytes = value.document.tape[value.node].range.count
        work += bytes
        guard bytes <= most, work <= 256 * most else { throw Self.unprocessable("the result would be too large") }
      } catch {
        throw Refusal(cause: error.cause, message: "body#/\(index): \(Self.words(of: step)): \(error.message).")
      }
    }
    return value
  }

  /// Returns an operation in readable form, such as `remove /tags/0`.
  private static func words(of step: JSON) -> String {
    let parts = [step["op"], step["from"], step["path"]].compactMap { $0?.string?.prefix(100) }
    return parts.isEmpty ? "the step" : parts.joined(separator: " ")
  }

  private static func unprocessable(_ message: String) -> Refusal { Refusal(cause: .unprocessable, message: message) }

  private static func applied(_ step: JSON, to value: JSON) throws(Refusal) -> JSON {
    let place = try place("path", in: step)
    switch step["op"]?.string {
    case "add": return try adding(try new(in: step), at: place, to: value)
    case "remove":
      guard let rest = value.removing(place) else { throw nothing(at: place) }
      return rest
    case "replace":
      guard let other = value.replacing(place, with: try new(in: step)) else { throw nothing(at: place) }
      return other
    case "move":
      let source = try self.place("from", in: step)
      guard let moved = value.at(source) else { throw nothing(at: source) }
      if place == source { return value }
      guard !place.isWithin(source), let rest = value.removing(source) else {
        throw unprocessable("a value can't be moved into itself")
      }
      return try adding(moved, at: place, to: rest)
    case "copy":
      let source = try self.place("from", in: step)
      guard let copied = value.at(source) else { throw nothing(at: source) }
      return try adding(copied, at: place, to: value)
    case "test":
      let wanted = try new(in: step)
      guard let there = value.at(place), there == wanted else {
        throw Refusal(cause: .conflicting, message: "the value at \(name(place)) doesn't equal the expected one")
      }
      return value
    default:
      throw Refusal(
        cause: .malformed, message: "its \"op\" isn't add, remove, replace, move, copy or test")
    }
  }

  private static func place(_ name: String, in step: JSON) throws(Refusal) -> JSONPointer {
    guard let place = step[name]?.string.flatMap({ JSONPointer($0) }) else {
      throw Refusal(cause: .malformed, message: "its \"\(name)\" isn't a JSON Pointer")
    }
    return place
  }

  private static func new(in step: JSON) throws(Refusal) -> JSON {
    guard let value = step["value"] else { throw Refusal(cause: .malformed, message: "it has no \"value\"") }
    return value
  }

  private static func nothing(at place: JSONPointer) -> Refusal { unprocessable("there is no value at \(name(place))") }

  private static func name(_ place: JSONPointer) -> String {
    place.tokens.isEmpty ? "the top" : "\("\(place)".prefix(200))"
  }

  /// Returns a value with a member added or replaced, or with an element inserted. `-` refers to the end of a list
  /// (section 4.1).
  private static func adding(_ new: JSON, at place: JSONPointer, to value: JSON) throws(Refusal) -> JSON {
    guard let parent = place.parent, let last = place.tokens.last else { return new }
    guard let container = value.at(parent) else { throw nothing(at: parent) }
    if container.kind == .object {
      let whole =
        value.at(place) == nil
        ? value.inserting(key: last, value: new, at: parent) : value.replacing(place, with: new)
      guard let whole else { throw nothing(at: parent) }
      return whole
    }
    guard container.kind == .array else { throw unprocessable("the value at \(name(parent)) has no members") }
    var elements = Array(container.elements)
    let index = last == "-" ? elements.count : last == "\(Int(last) ?? -1)" ? Int(last) ?? -1 : -1
    guard 0...elements.count ~= index else {
      throw unprocessable("the list at \(name(parent)) has no such index")
    }
    elements.insert(new, at: index)
    guard let whole = value.replacing(parent, with: .array(elements)) else { throw nothing(at: parent) }
    return whole
  }
}
