import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Synchronization

/// The states of items right before the requests that change them.
final class ItemImages: Sendable {
  /// An item's state, and the credentials used to read it.
  struct Seen: Sendable {
    let sight: ItemClient.Sight
    let credentials: [String: String]
  }

  /// The items and lists as they were before a request.
  struct Before: Sendable {
    /// The state of each item that the request changes.
    var items: [ServerItem: Seen] = [:]
    /// The lists that show other items, as read before the request.
    var rows: [Neighbours.Row] = []
  }

  /// A request, and the items as they were before it was sent.
  private struct Image: Sendable {
    let request: Request
    let before: Before
  }

  /// A value that a request set in a member of an item, and the endpoint that accepted it.
  private struct Given: Sendable {
    let value: JSON
    let endpoint: String
  }

  /// The values that the run's requests set in items, by pointer.
  private struct Gifts: Sendable {
    var values: [ServerItem: [JSONPointer: Given]] = [:]
    /// The endpoints whose values never appeared.
    var vain: Set<String> = []
  }

  private let images = Mutex<[Image]>([])
  private let gifts = Mutex(Gifts())

  /// Removes all states at the start of a call, which can't use those from an earlier call.
  func clear() { images.withLock { $0 = [] } }

  func keep(_ before: Before, of request: Request) {
    images.withLock { $0.append(Image(request: request, before: before)) }
  }

  /// Removes and returns the states from before a request. They can be taken only once, because the same request may be
  /// sent again.
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
  /// Records the values that a call's request set in an item. A read that doesn't show them yet predates the request.
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

  /// Returns the pointers to an item's members that a rule sets to values that aren't in the request.
  private static func places(changedBy rule: StateRule) -> [JSONPointer] {
    let own = rule.assignments.map(\.target) + rule.additions.map(\.target)
    return rule.action == .append ? own + [rule.place].compactMap { $0 } : own
  }

  /// Returns a Boolean value that indicates whether a read of an item doesn't yet show a value that the run set last.
  func isBehind(_ sight: ItemClient.Sight, of item: ServerItem) -> Bool {
    guard case .there(let snapshot) = sight else { return false }
    return gifts.withLock { gifts in
      (gifts.values[item] ?? [:]).contains { place, given in
        // Don't wait for a member that isn't shown.
        snapshot.item.at(place).map { !Equivalence.holds(given.value, $0) } ?? false
      }
    }
  }

  /// Returns a Boolean value that indicates whether a value is the last one that the run set in an item's member. A
  /// list that lags may show it only later.
  func isGiven(_ value: JSON, to name: String, of item: ServerItem) -> Bool {
    let given = gifts.withLock { $0.values[item]?[JSONPointer(tokens: [name])] }
    return given.map { Equivalence.holds($0.value, value) } ?? false
  }

  /// Forgets the values that were set in an item, and no longer waits for values that the same endpoints set, because
  /// they never appeared.
  func giveUp(waitingFor item: ServerItem) {
    gifts.withLock { gifts in
      let given = gifts.values.removeValue(forKey: item) ?? [:]
      gifts.vain.formUnion(given.values.map(\.endpoint))
    }
  }
}
