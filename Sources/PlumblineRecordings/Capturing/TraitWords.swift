import PlumblineJSONTree

/// A description of a trait, for a recording's name and for messages.
struct TraitWords {
  let trait: ResponseShape.Trait
  /// A Boolean value that indicates whether no earlier response had a value at the trait's location.
  let isNewPlace: Bool

  /// The trait as part of a name, such as `with-null-assignee`, `without-notes`, or `status-archived`, or `nil` if the
  /// kind of response is description enough.
  var name: String? {
    switch trait {
    case .status, .errorCode: return nil
    case .mediaType(let type): return type.isEmpty ? "without-body" : String(type.split(separator: "/").last ?? "")
    case .kind(let place, .null): return "with null \(Self.name(of: place))"
    case .kind(let place, let kind):
      return isNewPlace ? "with \(Self.name(of: place))" : "with \(Self.word(kind)) \(Self.name(of: place))"
    case .value(let place, let text): return "\(Self.name(of: place)) \(Self.plain(text))"
    case .emptyList(let place): return "with empty \(Self.name(of: place))"
    case .absent(let place): return "without \(Self.name(of: place))"
    }
  }

  /// The trait as part of a sentence, such as `null at /response/body/data/assignee`.
  var sentence: String {
    switch trait {
    case .status(let status): return "status \(status)"
    case .mediaType(let type): return type.isEmpty ? "a response without a body" : "a response in \(type)"
    case .errorCode(let code): return "the error code \(code)"
    case .kind(let place, .null): return "null at \(Self.shown(place))"
    case .kind(let place, let kind):
      return isNewPlace ? "\(Self.shown(place))" : "\(Self.article(kind)) at \(Self.shown(place))"
    case .value(let place, let text): return "\(text.prefix(80)) at \(Self.shown(place))"
    case .emptyList(let place): return "an empty list at \(Self.shown(place))"
    case .absent(let place): return "no \(Self.shown(place))"
    }
  }

  private static func shown(_ place: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: ["response", "body"] + place.tokens)
  }

  /// Returns the last name in the path to a location. For the elements of a list, this is the list's name followed by
  /// `items`.
  private static func name(of place: JSONPointer) -> String {
    let names = place.tokens.filter { $0 != "*" }
    guard let last = names.last else { return place.tokens.isEmpty ? "body" : "items" }
    return place.tokens.last == "*" ? "\(last) items" : last
  }

  /// Returns a listed value without quotes.
  private static func plain(_ text: String) -> String { (try? JSON.parse(text))?.string ?? text }

  private static func word(_ kind: JSONKind) -> String {
    switch kind {
    case .object: "object"
    case .array: "list"
    case .string: "string"
    case .number: "number"
    case .bool: "boolean"
    case .null: "null"
    }
  }

  private static func article(_ kind: JSONKind) -> String { (kind == .object ? "an " : "a ") + word(kind) }
}

extension ShownTraits {
  /// Returns descriptions of the new traits of a response.
  func words(of traits: [ResponseShape.Trait], in shape: ResponseShape) -> [TraitWords] {
    traits.map { trait in
      TraitWords(trait: trait, isNewPlace: trait.place.map { !hasShown($0, in: shape.kind) } ?? false)
    }
  }
}
