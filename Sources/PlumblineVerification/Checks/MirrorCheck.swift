import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import Synchronization

/// A check for changes that the run made to one caller's own item, and reverted, but that also appear for a different
/// caller.
///
/// Two callers may have equal items, so the check looks twice: before the change is reverted, and afterward. Only if
/// the other caller's item changes both times is it the same item. The check itself writes nothing.
final class MirrorCheck: Sendable {
  /// An item that a different caller shares with the caller who changed it.
  private struct Sight: Sendable {
    let entry: ItemLedger.Entry
    let list: Endpoint
    let other: Persona
    let credentials: [String: String]
    /// The changed members, with their former values.
    let members: [(place: JSONPointer, original: JSON)]
  }

  private let context: CheckContext
  private let sights = Mutex<[Sight]>([])

  init(context: CheckContext) { self.context = context }

  /// Looks for the changes while they are in effect.
  func look() async {
    for entry in context.records.ledger.open where !entry.isMade && !entry.isRemoved && !entry.changed.isEmpty {
      guard let resource = context.contract.resource(entry.item.collection), resource.collection.isPerCaller,
        let original = entry.original, let read = resource.reads.first,
        context.isAsked(read, IsolationCheck.name), let (other, credentials) = other(than: entry, at: read)
      else { continue }
      let members = entry.changed.compactMap { place in original.at(place).map { (place, $0) } }
      guard let own = await item(entry, entry.credentials), let seen = await item(entry, credentials) else { continue }
      // Values that have already been reverted prove nothing.
      let changed = members.filter { !Equivalence.holds($0.1, own.at($0.0)) }
      guard !changed.isEmpty, changed.allSatisfy({ own.at($0.0) == seen.at($0.0) }) else { continue }
      let sight = Sight(entry: entry, list: read, other: other, credentials: credentials, members: changed)
      sights.withLock { $0.append(sight) }
    }
  }

  /// Looks again after the changes have been reverted, and returns the outcomes.
  func outcomes() async -> [CallOutcome] {
    var outcomes: [CallOutcome] = []
    for sight in sights.withLock({ $0 }) where context.goesOn {
      guard let own = await item(sight.entry, sight.entry.credentials),
        sight.members.allSatisfy({ own.at($0.place) == $0.original }),
        let seen = await item(sight.entry, sight.credentials)
      else { continue }
      let isFollowing = sight.members.allSatisfy { seen.at($0.place) == $0.original }
      let verdict = isFollowing ? shared(sight) : .fits
      if let outcome = context.outcome(of: sight.list, IsolationCheck.name, [verdict]) { outcomes.append(outcome) }
    }
    return outcomes
  }

  private func shared(_ sight: Sight) -> Verdict {
    let name = sight.entry.item.collection
    let names = sight.members.map { $0.place.tokens.joined(separator: ".") }.joined(separator: ", ")
    return .drifts(
      context.drift(
        .access.notIsolated, at: sight.list, sight.list.state, expected: "the caller's own items",
        actual: "\(name) of a different caller", detail: "follows",
        "The run changed the \(name) of one caller (\(names)) and restored the old values. The change also affected "
          + "the \(name) of \(sight.other.name)."))
  }

  private func item(_ entry: ItemLedger.Entry, _ credentials: [String: String]) async -> JSON? {
    guard context.goesOn,
      case .there(let snapshot) = await context.items.look(for: entry.item, credentials: credentials)
    else { return nil }
    return snapshot.item
  }

  /// Returns a persona whose items are separate from those of the caller who made a change.
  private func other(than entry: ItemLedger.Entry, at read: Endpoint) -> (Persona, [String: String])? {
    guard let collection = context.contract.collection(entry.item.collection) else { return nil }
    func part(_ persona: Persona) -> String {
      collection.part(of: RequestReading(.init(method: .get, target: "/"), for: read, persona: persona))
    }
    let owner = context.contract.personas.first { persona in
      guard let own = try? context.credentials.values(for: persona, calling: read), !own.isEmpty else { return false }
      return own.allSatisfy { entry.credentials[$0.key] == $0.value }
    }
    guard let owner else { return nil }
    for persona in context.contract.personas where persona.name != owner.name && part(persona) != part(owner) {
      guard let credentials = try? context.credentials.values(for: persona, calling: read), !credentials.isEmpty,
        !credentials.allSatisfy({ entry.credentials[$0.key] == $0.value }),
        read.requirement(lackedBy: persona, sending: .init(method: .get, target: "/")) == nil
      else { continue }
      return (persona, credentials)
    }
    return nil
  }
}
