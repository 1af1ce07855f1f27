import PlumblineASCII
import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The shape of a response, regardless of its values. It consists of the status and the media type and, for a JSON
/// body, the members and their kinds, the places of nulls, the values that the contract lists, and the empty lists.
///
///     { "data": [{ "id": 1, "note": null }, { "id": 2 }] }
///
/// shows a number at `/data/*/id`, null at `/data/*/note`, and an object at `/data/*` without `note`. The elements of a
/// list share a location, and so do the members of an object whose keys are data, that is, those that the contract
/// doesn't name, and keys that are numbers or UUIDs.
struct AnswerShape: Hashable {
  /// A feature that a response may show.
  enum Trait: Hashable {
    case status(Int)
    case mediaType(String)
    case errorCode(String)
    case kind(JSONPointer, JSONKind)
    /// A value at a place whose values the contract lists, as JSON text.
    case value(JSONPointer, String)
    case emptyList(JSONPointer)
    /// A member that other responses have.
    case absent(JSONPointer)

    /// The place in the body.
    var place: JSONPointer? {
      switch self {
      case .status, .mediaType, .errorCode: nil
      case .kind(let place, _), .value(let place, _), .emptyList(let place), .absent(let place): place
      }
    }
  }

  /// The kind of a response. Two responses of the same kind can be compared member by member.
  struct Kind: Hashable {
    let status: Int
    let mediaType: String
  }

  let kind: Kind
  /// The traits without the status and the media type, without duplicates, in body order.
  private(set) var traits: [Trait] = []
  /// The names of the members that objects at a place have.
  private(set) var objects: [JSONPointer: Set<Set<String>>] = [:]

  /// - Parameter outline: The contract's description of the body.
  init(_ response: Response, _ outline: AnswerOutlines, errorCode: ErrorCode?) {
    let bytes = response.body.bytes ?? []
    let mediaType = response.headers.mediaType
    let body = mediaType.map(MediaType.isJSON) ?? true ? try? JSON.parse(bytes) : nil
    kind = Kind(
      status: response.status, mediaType: bytes.isEmpty ? "" : mediaType ?? (body == nil ? "" : "application/json"))
    if let code = errorCode { traits.append(.errorCode(code.json.string ?? code.json.text)) }
    guard let body else { return }
    var walk = ShapeWalk(outline)
    walk.look(body, at: JSONPointer(), path: [], [])
    traits += walk.traits
    objects = walk.objects
  }
}

/// The contract's description of an endpoint's responses with one status.
struct AnswerOutlines {
  fileprivate let parts: [(prefix: [String], places: [ValueOutline.Place])]
  /// The indices of the parts that begin at a place of the body.
  private let indices: [[String]: [Int]]
  /// The number of names in the path of the innermost part.
  private let longest: Int

  init(of response: Response, from endpoint: Endpoint?, in contract: Contract) {
    let parts: [(prefix: [String], places: [ValueOutline.Place])] =
      BodyOutline(of: response, from: endpoint, in: contract).outlines.map { ($0.prefix.tokens, $0.outline.places) }
    self.parts = parts
    indices = Dictionary(grouping: parts.indices) { parts[$0].prefix }
    longest = parts.map(\.prefix.count).max() ?? 0
  }

  /// Returns the indices of the parts that begin at a place of the body.
  fileprivate func parts(at path: [String]) -> [Int] { path.count > longest ? [] : indices[path] ?? [] }
}

/// Traverses a body along the contract's description. The parser limits the depth of values and thereby the recursion.
private struct ShapeWalk {
  private(set) var traits: [AnswerShape.Trait] = []
  private(set) var objects: [JSONPointer: Set<Set<String>>] = [:]
  private var seen: Set<AnswerShape.Trait> = []
  private let outline: AnswerOutlines

  /// One of the outline's parts, and the index of one of its places.
  typealias Spot = (part: Int, place: Int)

  init(_ outline: AnswerOutlines) {
    self.outline = outline
  }

  private mutating func note(_ trait: AnswerShape.Trait) {
    if seen.insert(trait).inserted { traits.append(trait) }
  }

  private func place(_ spot: Spot) -> ValueOutline.Place { outline.parts[spot.part].places[spot.place] }

  /// - Parameters:
  ///   - place: The value's place, in which names that are data are replaced.
  ///   - path: The names on the path to the value.
  ///   - spots: The contract's descriptions of the value.
  mutating func look(_ value: JSON, at place: JSONPointer, path: [String], _ spots: [Spot]) {
    let spots = spots + outline.parts(at: path).map { ($0, 0) }
    note(.kind(place, value.kind))
    switch value.kind {
    case .object:
      var names: Set<String> = []
      // Inserting thousands of traits one by one would rehash them a dozen times.
      let count = value.count
      if count > 64 {
        names.reserveCapacity(count)
        seen.reserveCapacity(seen.count + count)
      }
      for (name, member) in value.members {
        let named = spots.compactMap { spot in self.place(spot).members[name].map { (spot.part, $0) } }
        let others = spots.compactMap { spot in self.place(spot).others.map { (spot.part, $0) } }
        let isData = named.isEmpty && (!others.isEmpty || FoldedName.isIdentifier(name))
        let folded = isData ? "*" : name
        names.insert(folded)
        look(member, at: place.appending(folded), path: path + [name], named.isEmpty ? others : named)
      }
      objects[place, default: []].insert(names)
    case .array:
      if value.count == 0 { note(.emptyList(place)) }
      let inner = spots.compactMap { spot in self.place(spot).elements.map { (spot.part, $0) } }
      for element in value.elements { look(element, at: place.appending("*"), path: path + ["*"], inner) }
    case .string, .number, .bool:
      if spots.contains(where: { !self.place($0).values.isEmpty }) { note(.value(place, value.text)) }
    case .null: break
    }
  }
}

/// Names that are data, because they identify an individual item instead of a kind of value.
enum FoldedName {
  /// Returns a Boolean value that indicates whether a name is a number or a UUID.
  static func isIdentifier(_ name: some StringProtocol) -> Bool { isNumber(name) || isUUID(name) }

  static func isNumber(_ name: some StringProtocol) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0.isDigit }
  }

  static func isUUID(_ name: some StringProtocol) -> Bool {
    // Most names are excluded by their length, and an object may have a hundred thousand.
    guard name.utf8.count == 36 else { return false }
    let groups = name.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.unicodeScalars.allSatisfy(\.properties.isASCIIHexDigit) }
  }
}
