import JSONTree

/// What an endpoint does to what a mock remembers.
package struct StateRule: Sendable {
  /// What happens.
  package enum Action: String, Sendable, Hashable, CaseIterable {
    case create, read, update, delete, list, append, login, refresh
  }

  /// How a request's body goes into an item.
  package enum Merge: Sendable, Hashable {
    /// Member by member at the top: what members hold is replaced.
    case shallow
    /// Member by member, all the way down.
    case deep
    /// Not at all.
    case none
  }

  /// A number that is added to a member of the item.
  package struct Addition: Sendable {
    /// Where the number comes from.
    package enum Amount: Sendable {
      case number(JSONNumber)
      /// A value of the request.
      case value(Address, isSubtracted: Bool)
    }

    package let target: JSONPointer
    package let amount: Amount

    package init(target: JSONPointer, amount: Amount) {
      self.target = target
      self.amount = amount
    }
  }

  /// Which items are meant: a value of the request, and where an item has it.
  package struct Match: Sendable {
    package let address: Address
    /// One pointer: the member equals the value. Several: one of the members contains it as text.
    package let members: [JSONPointer]

    package init(address: Address, members: [JSONPointer]) {
      self.address = address
      self.members = members
    }
  }

  /// What has to hold before anything changes, and the failure when it doesn't.
  package struct Guard: Sendable {
    /// What is tested.
    package enum Test: Sendable {
      /// It fails unless this holds of the request and the item.
      case unless(Condition)
      /// It fails when the collection has an item that all of these fit.
      case none(collection: String, matches: [Match])
    }

    package let test: Test
    package let failure: Failure

    package init(test: Test, failure: Failure) {
      self.test = test
      self.failure = failure
    }
  }

  package let action: Action
  /// The name of the collection that is meant; `nil` for `login` and `refresh`.
  package let collection: String?
  /// Where the request says which item is meant.
  package let key: Address?
  package let merge: Merge
  package let additions: [Addition]
  /// The failure when the item isn't the caller's own.
  package let own: Failure?
  package let guards: [Guard]
  /// The failure when the changed item no longer fits its schema; the change is then taken back.
  package let otherwise: Failure?
  /// Which items are listed; a value that the request doesn't have filters nothing.
  package let filter: [Match]
  /// Where the request names the member by which items are sorted.
  package let sort: Address?
  /// Where the request says `asc` or `desc`.
  package let order: Address?
  /// Where the request says which page it wants.
  package let page: Address?
  /// Where the request says how many items a page has.
  package let size: Address?
  /// Where the contract says so.
  package let location: SourceLocation

  package init(
    action: Action, collection: String?, key: Address?, merge: Merge, additions: [Addition], own: Failure?,
    guards: [Guard], otherwise: Failure?, filter: [Match], sort: Address?, order: Address?, page: Address?,
    size: Address?, location: SourceLocation
  ) {
    self.action = action
    self.collection = collection
    self.key = key
    self.merge = merge
    self.additions = additions
    self.own = own
    self.guards = guards
    self.otherwise = otherwise
    self.filter = filter
    self.sort = sort
    self.order = order
    self.page = page
    self.size = size
    self.location = location
  }
}
