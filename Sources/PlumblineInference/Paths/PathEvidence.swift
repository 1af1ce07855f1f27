import PlumblineHTTPMessages
import PlumblineJSONTree

/// The evidence from all bodies about which words in paths are keys.
struct PathEvidence {
  /// The members that usually contain keys, most certain first.
  static let keys = [
    "id", "uid", "uuid", "guid", "_id", "key", "slug", "code", "sku", "handle", "username", "login", "name", "number",
  ]
  /// The maximum depth of values that can be keys of the requested item.
  private static let deepest = 4
  /// The maximum number of strings from lists that are remembered.
  private static let most = 200_000

  /// The keys in the list at each path, as a dictionary from member values to member names.
  private var listed: [String: [String: String]] = [:]
  /// The strings that occur in any list.
  private var inLists: Set<String> = []
  /// For each exchange, the possible keys of its own item, as a dictionary from member values to member names.
  private var own: [[String: String]] = []
  /// The locations of members in the body of each successful response, two or three levels deep.
  private var places: [Set<String>?] = []

  init(_ exchanges: [SeenExchange]) {
    for exchange in exchanges {
      var own: [String: String] = [:]
      if exchange.isSuccess {
        let isWrite = !exchange.request.method.isSafe
        for body in [exchange.answered, isWrite ? exchange.sent : nil] {
          if let body { Self.keys(of: body, depth: 0, into: &own) }
        }
      }
      self.own.append(own)
      places.append(exchange.isSuccess ? exchange.answered.map { Self.places(of: $0) } : nil)
      guard exchange.isSuccess, let body = exchange.answered else { continue }
      let path = exchange.segments.joined(separator: "/")
      var keys = exchange.request.method == .get ? listed[path] ?? [:] : [:]
      gather(body, depth: 0, into: &keys)
      if exchange.request.method == .get { listed[path] = keys }
    }
  }

  /// Returns the name of the member that has a given value in an exchange's own item.
  func ownKey(_ value: String, of exchange: Int) -> String? { own[exchange][value] }

  /// Returns the name of the member that has a given value in the list at a path.
  func listedKey(_ value: String, at path: some Collection<String>) -> String? {
    listed[path.joined(separator: "/")]?[value]
  }

  func isInLists(_ value: String) -> Bool { inLists.contains(value) }

  /// Returns the locations of members in the body of a successful response, or `nil` if it has no JSON.
  func places(of exchange: Int) -> Set<String>? { places[exchange] }

  private static func keys(of value: JSON, depth: Int, into keys: inout [String: String]) {
    guard value.kind == .object, depth < 3 else { return }
    for (name, member) in value.members {
      if let text = text(member) {
        let word = self.keys.first { name.lowercased() == $0 || name.lowercased().hasSuffix("_\($0)") }
        if word != nil, keys[text] == nil { keys[text] = name }
      } else {
        Self.keys(of: member, depth: depth + 1, into: &keys)
      }
    }
  }

  private static func text(_ value: JSON) -> String? {
    guard let text = value.string ?? (value.kind == .number ? value.text : nil), !text.isEmpty, text.utf8.count < 200
    else { return nil }
    return text
  }

  private mutating func gather(_ value: JSON, depth: Int, into keys: inout [String: String]) {
    guard depth < Self.deepest else { return }
    switch value.kind {
    case .object:
      for (_, member) in value.members { gather(member, depth: depth + 1, into: &keys) }
    case .array:
      for element in value.elements {
        if element.kind == .object {
          for name in Self.keys {
            if let text = element[name].flatMap(Self.text), keys[text] == nil { keys[text] = name }
          }
          gather(element, depth: depth + 1, into: &keys)
        } else if let text = element.string, inLists.count < Self.most {
          inLists.insert(text)
        }
      }
    default: break
    }
  }

  private static func places(of value: JSON) -> Set<String> {
    var places: Set<String> = []
    func visit(_ value: JSON, _ place: String, _ depth: Int) {
      switch value.kind {
      case .object where depth < 3:
        for (name, member) in value.members where places.count < 400 {
          places.insert("\(place)/\(name)")
          visit(member, "\(place)/\(name)", depth + 1)
        }
      case .array:
        places.insert("\(place)/*")
        if let first = value.elements.first { visit(first, "\(place)/*", depth + 1) }
      default: break
      }
    }
    visit(value, "", 0)
    return places
  }
}
