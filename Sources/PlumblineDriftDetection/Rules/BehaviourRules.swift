/// Rules about the effects of a write. Afterward, the sent values are stored and nothing else has changed.
///
/// They apply to runs that send requests and read the results, not to the inspection of single exchanges.
package struct EffectRules: Sendable {
  /// A sent value is missing when the item is read again.
  package let notApplied = Rule("effect.not-applied", .breaking)
  /// A member that wasn't sent has changed.
  package let unsentChanged = Rule("effect.unsent-changed", .breaking)
  /// A request for one item removed or changed others.
  package let collateral = Rule("effect.collateral", .breaking)
  /// The server returns an item other than the requested one.
  package let wrongItem = Rule("effect.wrong-item", .breaking)
  /// No list shows a created item.
  package let notListed = Rule("effect.not-listed", .breaking)
  /// An item still exists after it was deleted.
  package let notRemoved = Rule("effect.not-removed", .breaking)
  /// A read doesn't show the tombstone of a deleted item.
  package let tombstoneMissing = Rule("effect.tombstone-missing", .breaking)
  /// A new item has the key of an existing or former one.
  package let idReused = Rule("effect.id-reused", .breaking)
  /// The server executes a request that it should reject according to the contract.
  package let guardIgnored = Rule("effect.guard-ignored", .breaking)
  /// Repeating a request creates a second item, or is rejected.
  package let repeated = Rule("effect.repeated", .warning)
  /// The same request with the same idempotency key creates a second item.
  package let idempotencyIgnored = Rule("effect.idempotency-ignored", .breaking)
  /// An idempotency key that is reused with a different body isn't rejected.
  package let idempotencyUnchecked = Rule("effect.idempotency-unchecked", .warning)
  /// A write is executed although its precondition fails, because it refers to a state that is no longer current.
  package let preconditionIgnored = Rule("effect.precondition-ignored", .breaking)
  /// A write without the precondition that the contract requires is executed.
  package let preconditionOptional = Rule("effect.precondition-optional", .breaking)
  /// A write without a precondition is rejected as if its precondition had failed, or the reverse.
  package let refusalWrong = Rule("effect.refusal-wrong", .warning)
  /// An entity tag is the same before and after a change.
  package let tagUnchanged = Rule("effect.tag-unchanged", .breaking)
  /// A job doesn't reach its last step.
  package let jobUnfinished = Rule("effect.job-unfinished", .warning)
  /// A computed member has the wrong value.
  package let totalWrong = Rule("effect.total-wrong", .breaking)
  /// The bytes of a file don't match the description in its item.
  package let contentWrong = Rule("effect.content-wrong", .breaking)
  /// One request was executed more than once.
  package let appliedTwice = Rule("effect.applied-twice", .breaking)
  /// A string comes back changed.
  package let textChanged = Rule("effect.text-changed", .breaking)
  /// A sent value is stored in a different spelling.
  package let normalised = Rule("effect.normalised", .notice)
}

extension Rule {
  /// Rules about the effects of a write.
  package static let effect = EffectRules()
}

/// Rules about the handling of parameters by a list. They apply to runs that request a list in several ways.
package struct ListRules: Sendable {
  /// The list shows items that don't match the filter.
  package let filterIgnored = Rule("list.filter-ignored", .breaking)
  /// A search for a made-up word returns the same items as no search.
  package let searchIgnored = Rule("list.search-ignored", .breaking)
  /// The items aren't in the requested order.
  package let sortIgnored = Rule("list.sort-ignored", .breaking)
  /// A different page has the same items.
  package let pageIgnored = Rule("list.page-ignored", .breaking)
  /// A page has more items than requested.
  package let pageSizeIgnored = Rule("list.page-size-ignored", .breaking)
  /// An item is on two pages, or twice on one.
  package let itemsRepeated = Rule("list.items-repeated", .warning)
  /// The total isn't the number of items on the pages.
  package let totalWrong = Rule("list.total-wrong", .warning)
  /// An item exactly at a bound is shown although the bound is exclusive, or omitted although the bound is inclusive.
  package let boundMisjudged = Rule("list.bound-misjudged", .warning)
  /// A search finds nothing in a member that it should cover.
  package let searchPartial = Rule("list.search-partial", .warning)
  /// A page reports a wrong number or size.
  package let pageNumberWrong = Rule("list.page-number-wrong", .warning)
  /// A page reports that it is the last although it isn't, or that a page follows although none does.
  package let moreWrong = Rule("list.more-wrong", .breaking)
  /// An ID isn't expanded into its item although that was requested, or is expanded although it wasn't.
  package let expandIgnored = Rule("list.expand-ignored", .breaking)
  /// The same request returns the same items in a different order.
  package let orderUnstable = Rule("list.order-unstable", .warning)
  /// A list shows an item that doesn't belong in it.
  package let itemMisplaced = Rule("list.item-misplaced", .breaking)
  /// A list lacks an item that belongs in it according to a different list.
  package let itemsMissing = Rule("list.items-missing", .warning)
  /// An item in the list differs from the same item read individually.
  package let itemDiffers = Rule("list.item-differs", .warning)
}

extension Rule {
  /// Rules about the handling of parameters by a list.
  package static let list = ListRules()
}

/// Rules about the permissions that a server enforces. They apply to runs that send requests as several callers.
package struct AccessRules: Sendable {
  /// The server admits a caller with a missing or wrong credential.
  package let credentialIgnored = Rule("access.credential-ignored", .breaking)
  /// The server lets a caller do something without permission.
  package let permissionIgnored = Rule("access.permission-ignored", .breaking)
  /// A caller sees, changes, adds to or removes items of a different caller.
  package let notIsolated = Rule("access.not-isolated", .breaking)
}

extension Rule {
  /// Rules about the permissions that a server enforces.
  package static let access = AccessRules()
}

/// Rules about logins and the tokens that they return. They apply to runs that open sessions.
package struct SessionRules: Sendable {
  /// After a logout, the revoked tokens are still accepted.
  package let logoutIgnored = Rule("session.logout-ignored", .breaking)
  /// After a refresh, the replaced token is still accepted, or is returned again.
  package let refreshNotRotated = Rule("session.refresh-not-rotated", .breaking)
  /// A login returns a different caller's session.
  package let tokenOfAnother = Rule("session.token-of-another", .breaking)
  /// A token is accepted although a different kind is required.
  package let tokenKindIgnored = Rule("session.token-kind-ignored", .breaking)
  /// A login accepts credentials from before a change.
  package let formerLoginTaken = Rule("session.former-login-taken", .breaking)
  /// A login accepts a wrong password.
  package let wrongPasswordTaken = Rule("session.wrong-password-taken", .breaking)
}

extension Rule {
  /// Rules about logins and the tokens that they return.
  package static let session = SessionRules()
}

/// Rules about a server's use of HTTP, independent of its endpoints. Each violation is reported once per run.
package struct TransportRules: Sendable {
  /// A 204 has a body.
  package let bodyOfNoContent = Rule("transport.body-of-no-content", .warning)
  /// A response states its content type twice.
  package let contentTypeRepeated = Rule("transport.content-type-repeated", .warning)
  /// A response doesn't state its content type.
  package let contentTypeMissing = Rule("transport.content-type-missing", .warning)
  /// A redirect turns a request that changes something into a different one.
  package let redirectLosesRequest = Rule("transport.redirect-loses-request", .warning)
  /// HEAD fails where GET succeeds.
  package let headFails = Rule("transport.head-fails", .warning)
  /// OPTIONS fails where GET succeeds.
  package let optionsFails = Rule("transport.options-fails", .warning)
}

extension Rule {
  /// Rules about a server's use of HTTP.
  package static let transport = TransportRules()
}
