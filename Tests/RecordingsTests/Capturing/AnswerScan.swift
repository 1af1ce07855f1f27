import PlumblineHTTPMessages
import PlumblineJSONTree

@testable import PlumblineRecordings

/// The responses of an endpoint without an index. Each lookup examines all of them.
struct AnswerScan {
  typealias Entry = EndpointResponses.Entry

  private(set) var entries: [Entry] = []

  mutating func add(_ entry: Entry) { entries.append(entry) }

  mutating func replace(_ id: String, with entry: Entry) {
    if let index = entries.firstIndex(where: { $0.recording.id == id }) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
  }

  var shown: TraitScan { TraitScan(entries.map(\.shape)) }

  /// Returns the traits that no entry would show anymore if this entry were replaced.
  func losses(of entry: Entry, to shape: ResponseShape) -> [ResponseShape.Trait] {
    let rest = entries.filter { $0.recording.id != entry.recording.id }.map(\.shape)
    return TraitScan(rest + [shape]).news(in: entry.shape).filter { trait in
      if case .absent = trait { false } else { true }
    }
  }

  /// Returns the recordings of a request in their order.
  func recorded(_ likeness: RequestLikeness, status: Int, telling headers: Set<String>?) -> [Entry] {
    let same = entries.filter { entry in
      guard Self.slot(entry.status) == Self.slot(status) else { return false }
      let other = entry.likeness
      guard other.path == likeness.path, other.query == likeness.query, other.bytes == likeness.bytes,
        other.caller == likeness.caller
      else { return false }
      guard let headers else { return other.headers == likeness.headers && other.body == likeness.body }
      return headers.allSatisfy { other.headers[$0] == likeness.headers[$0] } && Self.ask(other.body, likeness.body)
    }
    return same.sorted {
      ($0.recording.step?.number ?? 0, $0.recording.name) < ($1.recording.step?.number ?? 0, $1.recording.name)
    }
  }

  private static func slot(_ status: Int) -> Int { Recording.isByData(status) ? 0 : status }

  /// Returns a Boolean value that indicates whether two bodies are equal or contain the same call.
  private static func ask(_ one: JSON?, _ other: JSON?) -> Bool {
    if one == other { return true }
    guard let call = one.flatMap({ RemoteCall($0) }) else { return false }
    return call == other.flatMap { RemoteCall($0) }
  }

  func nearest(to shape: ResponseShape) -> Entry? {
    entries.first { $0.shape == shape } ?? entries.first { $0.shape.kind == shape.kind }
      ?? entries.first { $0.status == shape.kind.status }
  }

  /// Returns a Boolean value that indicates whether two responses have the same links and contents.
  static func isSame(_ one: Response, _ other: Response) -> Bool {
    let leading = ["location", "content-location"]
    let alone = ["etag", "link", "range", "content-range"] + ContentDigests.names
    func agree(_ names: [String]) -> Bool { names.allSatisfy { one.headers.values($0) == other.headers.values($0) } }
    guard one.status == other.status, agree(leading) else { return false }
    let bodies = (one.body.bytes ?? [], other.body.bytes ?? [])
    if bodies.0.isEmpty, bodies.1.isEmpty { return agree(alone) }
    if bodies.0 == bodies.1 { return true }
    guard let json = try? JSON.parse(bodies.0), let parsed = try? JSON.parse(bodies.1) else { return false }
    return json == parsed
  }
}

/// The traits that responses have shown, found by a scan of all responses.
struct TraitScan {
  private let shapes: [ResponseShape]

  init(_ shapes: [ResponseShape]) {
    self.shapes = shapes
  }

  func news(in shape: ResponseShape) -> [ResponseShape.Trait] {
    let alike = shapes.filter { $0.kind == shape.kind }
    if alike.isEmpty {
      let isKnown = shapes.contains { $0.kind.status == shape.kind.status }
      return [isKnown ? .mediaType(shape.kind.mediaType) : .status(shape.kind.status)]
    }
    let traits = Set(alike.flatMap(\.traits))
    let places = Set(traits.compactMap(\.place))
    var news: [ResponseShape.Trait] = []
    for trait in shape.traits where !traits.contains(trait) {
      if let parent = trait.place?.parent, !places.contains(parent) { continue }
      if case .value(let place, _) = trait, !places.contains(place) { continue }
      if case .emptyList(let place) = trait, !places.contains(place) { continue }
      news.append(trait)
    }
    return news + absences(in: shape, alike)
  }

  private func absences(in shape: ResponseShape, _ alike: [ResponseShape]) -> [ResponseShape.Trait] {
    var absent: Set<JSONPointer> = []
    for (place, sets) in shape.objects {
      let others = alike.flatMap { $0.objects[place] ?? [] }
      let names = others.reduce(into: Set<String>()) { $0.formUnion($1) }
      for members in sets {
        for name in names.subtracting(members) where name != "*" && others.allSatisfy({ $0.contains(name) }) {
          absent.insert(place.appending(name))
        }
      }
    }
    return absent.map { "\($0)" }.sorted().compactMap { JSONPointer($0) }.map { .absent($0) }
  }

  func hasShown(_ place: JSONPointer, in kind: ResponseShape.Kind) -> Bool {
    shapes.contains { $0.kind == kind && $0.traits.contains { $0.place == place } }
  }
}
