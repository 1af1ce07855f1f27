import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Synchronization

/// The items as they were right before requests that were to change them.
final class ItemImages: Sendable {
  /// An item as it was seen, and with whose credentials.
  struct Seen: Sendable {
    let sight: ItemClient.Sight
    let credentials: [String: String]
  }

  /// The items and lists as they were before a request.
  struct Before: Sendable {
    /// The images of each item that it changes.
    var items: [ServerItem: Seen] = [:]
    /// The rows of the lists that show others.
    var rows: [Neighbours.Row] = []
  }

  /// One request, and the items as seen before it was sent.
  private struct Image: Sendable {
    let request: Request
    let before: Before
  }

  /// A value that a request gave a member of an item, and the endpoint that took it.
  private struct Given: Sendable {
    let value: JSON
    let endpoint: String
  }

  /// The values that requests of the run gave items, by their places.
  private struct Gifts: Sendable {
    var values: [ServerItem: [JSONPointer: Given]] = [:]
    /// The endpoints whose values were waited for in vain.
    var vain: Set<String> = []
  }

  private let images = Mutex<[Image]>([])
  private let gifts = Mutex(Gifts())

  /// Begins a call: images that an earlier one left are useless to it.
  func clear() { images.withLock { $0 = [] } }

  func keep(_ before: Before, of request: Request) {
    images.withLock { $0.append(Image(request: request, before: before)) }
  }

  /// Takes out the items seen before a request; they are given once, as the same request may be sent again.
  func take(_ request: Request) -> Before {
    images.withLock { images in
      let index = images.firstIndex {
        $0.request.method == request.method && $0.request.target == request.target
          && $0.request.body.bytes == request.body.bytes
      }
      return index.map { images.remove(at: $0).before } ?? Before()
    }
  }
}

extension ItemImages {
  /// Notes the values that a request of a call gave an item: a read that doesn't show them yet is older than the request.
  func note(_ exchange: Exchange, in contract: Contract) {
    guard let response = exchange.response, response.status != 202,
      let reading = WireReading(exchange.request, in: contract), reading.isDone(response)
    else { return }
    let endpoint = reading.endpoint.id
    let (item, given) = (reading.item, reading.given)
    gifts.withLock { gifts in
      for (changed, rule) in reading.changes {
        let places = Self.places(changedBy: rule)
        gifts.values[changed] = gifts.values[changed]?.filter { known in
          !places.contains { $0.isWithin(known.key) || known.key.isWithin($0) }
        }
      }
      guard let item, !gifts.vain.contains(endpoint) else { return }
      for (place, value) in given {
        gifts.values[item, default: [:]][place] = Given(value: value, endpoint: endpoint)
      }
    }
  }

  /// Returns the places of an item that a rule gives values which a request doesn't say.
  private static func places(changedBy rule: StateRule) -> [JSONPointer] {
    let own = rule.assignments.map(\.target) + rule.additions.map(\.target)
    return rule.action == .append ? own + [rule.place].compactMap { $0 } : own
  }

  /// Returns a Boolean value that indicates whether an item as seen has another value than the run gave it last.
  func isBehind(_ sight: ItemClient.Sight, of item: ServerItem) -> Bool {
    guard case .there(let snapshot) = sight else { return false }
    return gifts.withLock { gifts in
      (gifts.values[item] ?? [:]).contains { place, given in
        // A member that isn't shown can't be waited for.
        snapshot.item.at(place).map { !Equivalence.holds(given.value, $0) } ?? false
      }
    }
  }

  /// Returns a Boolean value that indicates whether the run gave a member of an item this value last: lists may show it late.
  func isGiven(_ value: JSON, to name: String, of item: ServerItem) -> Bool {
    let given = gifts.withLock { $0.values[item]?[JSONPointer(tokens: [name])] }
    return given.map { Equivalence.holds($0.value, value) } ?? false
  }

  /// Forgets the values that were given to an item, and waits no more for values of the same endpoints: they came to nothing.
  func giveUp(waitingFor item: ServerItem) {
    gifts.withLock { gifts in
      let given = gifts.values.removeValue(forKey: item) ?? [:]
      gifts.vain.formUnion(given.values.map(\.endpoint))
    }
  }
}
