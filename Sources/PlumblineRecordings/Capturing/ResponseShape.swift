import PlumblineASCII
import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The shape of a response, regardless of its values. It consists of the status and the media type. For a JSON body, it
/// also includes the members and their kinds, the locations of nulls, the values that the contract lists, and the empty
/// lists.
///
///     { "data": [{ "id": 1, "note": null }, { "id": 2 }] }
///
/// This body has a number at `/data/*/id`, null at `/data/*/note`, and an object at `/data/*` without `note`. All
/// elements of a list share a location. The members of an object share one if their keys are data, that is, if the
/// contract doesn't name them or they are numbers or UUIDs.
struct ResponseShape: Hashable {
  /// A feature of a response.
  enum Trait: Hashable {
    case status(Int)
    case mediaType(String)
    case errorCode(String)
    case kind(JSONPointer, JSONKind)
    /// A value, as JSON text, at a location where the contract lists the possible values.
    case value(JSONPointer, String)
    case emptyList(JSONPointer)
    /// A member that other responses have but this one doesn't.
    case absent(JSONPointer)

    /// The location in the body.
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
  /// The traits except for the status and the media type, without duplicates, in the order of the body.
  private(set) var traits: [Trait] = []
  /// For each location of objects, the distinct sets of member names that occur.
  private(set) var objects: [JSONPointer: Set<Set<String>>] = [:]

  /// - Parameter outline: The contract's description of the body.
  init(_ response: Response, _ outline: ResponseOutlines, errorCode: ErrorCode?) {
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
struct ResponseOutlines {
  fileprivate let parts: [(prefix: [String], places: [ValueOutline.Place])]
  /// The indices of the parts that begin at a location in the body.
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

  /// Returns the indices of the parts that begin at a location in the body.
  fileprivate func parts(at path: [String]) -> [Int] { path.count > longest ? [] : indices[path] ?? [] }
}

/// A traversal of a body along the contract's description. The parser limits the nesting depth of values and thereby
/// the recursion.
private struct ShapeWalk {
  private(set) var traits: [ResponseShape.Trait] = []
  private(set) var objects: [JSONPointer: Set<Set<String>>] = [:]
  private var seen: Set<ResponseShape.Trait> = []
  private let outline: ResponseOutlines

  /// One of the outline's parts, and the index of a place within that part.
  typealias Spot = (part: Int, place: Int)

  init(_ outline: ResponseOutlines) {
    self.outline = outline
  }

  private mutating func note(_ trait: ResponseShape.Trait) {
    if seen.insert(trait).inserted { traits.append(trait) }
  }

  private func place(_ spot: Spot) -> ValueOutline.Place { outline.parts[spot.part].places[spot.place] }

  /// - Parameters:
  ///   - place: The location of the value, in which names that are data have been replaced.
  ///   - path: The names in the path to the value.
  ///   - spots: The contract's descriptions of the value.
  mutating func look(_ value: JSON, at place: JSONPointer, path: [String], _ spots: [Spot]) {
    let spots = spots + outline.parts(at: path).map { ($0, 0) }
    note(.kind(place, value.kind))
    switch value.kind {
    case .object:
      var names: Set<String> = []
      // Reserve capacity, because inserting thousands of traits one by one would rehash them a dozen times.
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

/// A namespace for recognizing names that are data, because they identify an individual item instead of a kind of
/// value.
enum FoldedName {
  /// Returns a Boolean value that indicates whether a name is a number or a UUID.
  static func isIdentifier(_ name: some StringProtocol) -> Bool { isNumber(name) || isUUID(name) }

  static func isNumber(_ name: some StringProtocol) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0.isDigit }
  }

  static func isUUID(_ name: some StringProtocol) -> Bool {
    // Check the length first. That excludes most names, and an object may have a hundred thousand.
    guard name.utf8.count == 36 else { return false }
    let groups = name.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.unicodeScalars.allSatisfy(\.properties.isASCIIHexDigit) }
  }
}
