import PlumblineContractModel
import PlumblineJSONTree

extension Recording {
  /// The items that the recorded answer holds: its payload, or each element of a payload that is a list; `nil` when it
  /// holds none. Where the payload has its list inside (`at` of the endpoint's list), that list counts.
  package func items(in contract: Contract) -> [JSON]? {
    guard let body = responseBody else { return nil }
    let payload = contract.envelope.map { body[$0.payload] } ?? body
    let place = contract.endpoint(endpoint)?.states.first { $0.action == .list }?.place
    guard let payload, let list = place.map({ payload.at($0) }) ?? payload else { return nil }
    switch list.kind {
    case .array: return list.elements.filter { $0.kind == .object }
    case .object: return [list]
    default: return nil
    }
  }
}

extension ItemCollection {
  /// What the collection starts with: recordings by their ids, and items as they are.
  package var seedSources: [JSON] { seed.map(Self.sources) ?? [] }

  /// The same for those who start otherwise.
  package var furtherSeedSources: [(part: String, sources: [JSON])] {
    seeds.map { ($0.part, Self.sources($0.seed)) }
  }

  private static func sources(_ seed: JSON) -> [JSON] { seed.kind == .array ? Array(seed.elements) : [seed] }
}
