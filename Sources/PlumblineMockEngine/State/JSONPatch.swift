import PlumblineJSONTree

/// The steps of a JSON Patch (RFC 6902): all of them are done, or none.
struct JSONPatch {
  /// More steps than this nobody writes; it bounds what they cost.
  private static let most = 10_000
  /// So many bytes a value may become, however small it was.
  private static let usual = 256 << 10

  private let steps: [JSON]

  /// `nil` for what is no list of steps.
  init?(_ body: JSON?) {
    guard let body, body.kind == .array, body.count <= Self.most else { return nil }
    steps = Array(body.elements)
  }

  /// What a value becomes; `nil` where a step has nothing to work on, where a test fails, or where the value grows beyond so
  /// many bytes.
  func applied(to value: JSON, atMost size: Int) -> JSON? {
    var value = value
    // Copies double what is there, so both what comes of them and all the work together are bounded.
    let most = min(size, max(2 * value.document.tape[value.node].range.count, Self.usual))
    var work = 0
    for step in steps {
      guard let next = Self.applied(step, to: value) else { return nil }
      let bytes = next.document.tape[next.node].range.count
      work += bytes
      guard bytes <= most, work <= 256 * most else { return nil }
      value = next
    }
    return value
  }

  private static func applied(_ step: JSON, to value: JSON) -> JSON? {
    guard let place = step["path"]?.string.flatMap({ JSONPointer($0) }) else { return nil }
    let source = step["from"]?.string.flatMap { JSONPointer($0) }
    switch step["op"]?.string {
    case "add": return step["value"].flatMap { adding($0, at: place, to: value) }
    case "remove": return value.removing(place)
    case "replace": return step["value"].flatMap { value.replacing(place, with: $0) }
    case "move":
      // A value can't be moved into itself (section 4.4).
      guard let source, let moved = value.at(source), !place.isWithin(source) || place == source else { return nil }
      return place == source ? value : value.removing(source).flatMap { adding(moved, at: place, to: $0) }
    case "copy": return source.flatMap { value.at($0) }.flatMap { adding($0, at: place, to: value) }
    case "test":
      guard let wanted = step["value"], value.at(place) == wanted else { return nil }
      return value
    default: return nil
    }
  }

  /// A value with another one in the place of a member, or before an element; `-` is the end of a list (section 4.1).
  private static func adding(_ new: JSON, at place: JSONPointer, to value: JSON) -> JSON? {
    guard let parent = place.parent, let last = place.tokens.last else { return new }
    guard let container = value.at(parent) else { return nil }
    if container.kind == .object {
      return value.at(place) == nil
        ? value.inserting(key: last, value: new, at: parent) : value.replacing(place, with: new)
    }
    guard container.kind == .array else { return nil }
    var elements = Array(container.elements)
    let index = last == "-" ? elements.count : last == "\(Int(last) ?? -1)" ? Int(last) ?? -1 : -1
    guard 0...elements.count ~= index else { return nil }
    elements.insert(new, at: index)
    return value.replacing(parent, with: .array(elements))
  }
}
