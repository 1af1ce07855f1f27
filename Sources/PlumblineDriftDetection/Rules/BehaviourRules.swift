/// Rules about what a write does: whether what was sent is there afterwards, and nothing else is.
///
/// Whoever sends requests and reads again applies them; inspection of one exchange does not.
package struct EffectRules: Sendable {
  /// What was sent isn't there when it is read again.
  package let notApplied = Rule("effect.not-applied", .breaking)
  /// A member that wasn't sent is another afterwards.
  package let unsentChanged = Rule("effect.unsent-changed", .breaking)
  /// A request about one item removed or changed others.
  package let collateral = Rule("effect.collateral", .breaking)
  /// The server answers another item than the one that was asked for.
  package let wrongItem = Rule("effect.wrong-item", .breaking)
  /// No list shows an item that was made.
  package let notListed = Rule("effect.not-listed", .breaking)
  /// An item is still there after it was deleted.
  package let notRemoved = Rule("effect.not-removed", .breaking)
  /// A new item has the key of one that there is, or was.
  package let idReused = Rule("effect.id-reused", .breaking)
  /// The server does what the contract says that it refuses.
  package let guardIgnored = Rule("effect.guard-ignored", .breaking)
  /// Sending the same again makes a second item, or is refused.
  package let repeated = Rule("effect.repeated", .warning)
  /// What was sent is there in another spelling.
  package let normalised = Rule("effect.normalised", .notice)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [
      notApplied, unsentChanged, collateral, wrongItem, notListed, notRemoved, idReused, guardIgnored, repeated,
      normalised,
    ]
  }
}

extension Rule {
  /// Rules about what a write does.
  package static let effect = EffectRules()
}

/// Rules about what a list makes of its parameters. Whoever asks a list in several ways applies them.
package struct ListRules: Sendable {
  /// Items are shown that don't fit the filter.
  package let filterIgnored = Rule("list.filter-ignored", .breaking)
  /// A word that nothing has gives what no word gives.
  package let searchIgnored = Rule("list.search-ignored", .breaking)
  /// The items aren't in the order that was asked for.
  package let sortIgnored = Rule("list.sort-ignored", .breaking)
  /// Another page has the same items.
  package let pageIgnored = Rule("list.page-ignored", .breaking)
  /// A page has more items than were asked for.
  package let pageSizeIgnored = Rule("list.page-size-ignored", .breaking)
  /// An item stands on two pages, or twice on one.
  package let itemsRepeated = Rule("list.items-repeated", .warning)
  /// The number of all items isn't that of those that the pages show.
  package let totalWrong = Rule("list.total-wrong", .warning)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [filterIgnored, searchIgnored, sortIgnored, pageIgnored, pageSizeIgnored, itemsRepeated, totalWrong]
  }
}

extension Rule {
  /// Rules about what a list makes of its parameters.
  package static let list = ListRules()
}

/// Rules about whom a server lets do what. Whoever sends requests as several callers applies them.
package struct AccessRules: Sendable {
  /// The server lets in who lacks a credential, or shows a wrong one.
  package let credentialIgnored = Rule("access.credential-ignored", .breaking)
  /// The server lets a caller do what the caller has no permission for.
  package let permissionIgnored = Rule("access.permission-ignored", .breaking)
  /// A caller sees or changes what is another's own.
  package let notIsolated = Rule("access.not-isolated", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [credentialIgnored, permissionIgnored, notIsolated] }
}

extension Rule {
  /// Rules about whom a server lets do what.
  package static let access = AccessRules()
}

/// Rules about logins and what they hand out. Whoever opens sessions applies them.
package struct SessionRules: Sendable {
  /// After a logout, what it ended is still taken.
  package let logoutIgnored = Rule("session.logout-ignored", .breaking)
  /// After a refresh, what it replaced is still taken.
  package let refreshNotRotated = Rule("session.refresh-not-rotated", .breaking)
  /// A login lets in somebody else.
  package let tokenOfAnother = Rule("session.token-of-another", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [logoutIgnored, refreshNotRotated, tokenOfAnother] }
}

extension Rule {
  /// Rules about logins and what they hand out.
  package static let session = SessionRules()
}
