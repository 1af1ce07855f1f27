import PlumblineContractModel

/// Proof from recent GETs that no item has any of the identifiers in a path.
///
/// Every identifier must be proved unused. Proof for the last one isn't enough if its parent may exist, because a
/// request for the item may change the parent.
struct Absence: Sendable {
  private let endpoint: String
  private let identifiers: [String]

  /// Creates an absence, or returns `nil` if it isn't proved for every identifier.
  ///
  /// - Parameter proofs: The proofs, at least one for each identifier.
  init?(of place: ProbePlace, shownBy proofs: [Proof]) {
    guard place.hasIdentifiers,
      place.items.allSatisfy({ item in proofs.contains { $0.identifiers == item.identifiers } })
    else { return nil }
    endpoint = place.endpoint.id
    identifiers = place.identifiers
  }

  /// Returns a Boolean value that indicates whether all items in a path are known to be absent. An alternative path
  /// identifies the same items as the endpoint's own path.
  func covers(_ place: ProbePlace) -> Bool {
    place.hasIdentifiers && place.endpoint.id == endpoint && place.identifiers == identifiers
  }
}

extension Absence {
  /// The proof that no item has the last of the given identifiers.
  struct Proof: Sendable {
    fileprivate let identifiers: [String]

    /// Creates a proof, or returns `nil` unless the server reports a missing item differently from a missing path.
    init?(_ comparison: ProbeComparison) {
      guard comparison.showsMissingItem else { return nil }
      identifiers = comparison.place.identifiers
    }

    /// Creates a proof, or returns `nil` unless the list itself doesn't exist, or is complete and doesn't contain the
    /// item.
    init?(_ list: ProbeComparison, lacks identifier: String, named name: String, in contract: Contract) {
      let endpoint = list.place.endpoint
      if !list.showsMissingItem {
        guard let items = IdentifierSearch.items(in: list.answer, of: endpoint, contract: contract),
          // Page sizes are round numbers, so a list of such a length may be just one page.
          items.count < 10 || items.count % 5 != 0
        else { return nil }
        let keys = IdentifierSearch.keys(in: list.answer, of: endpoint, for: name, contract: contract)
        guard keys.count == items.count, !keys.contains(identifier) else { return nil }
      }
      identifiers = list.place.identifiers + [identifier]
    }
  }
}
