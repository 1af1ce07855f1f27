/// Rules about the effects of a write: the sent values are there afterwards, and nothing else has changed.
///
/// They apply to runs that send requests and read again, not to the inspection of one exchange.
package struct EffectRules: Sendable {
  /// A sent value isn't there when it is read again.
  package let notApplied = Rule("effect.not-applied", .breaking)
  /// A member that wasn't sent differs afterwards.
  package let unsentChanged = Rule("effect.unsent-changed", .breaking)
  /// A request about one item removed or changed others.
  package let collateral = Rule("effect.collateral", .breaking)
  /// The server returns another item than the requested one.
  package let wrongItem = Rule("effect.wrong-item", .breaking)
  /// No list shows an item that was made.
  package let notListed = Rule("effect.not-listed", .breaking)
  /// An item is still there after it was deleted.
  package let notRemoved = Rule("effect.not-removed", .breaking)
  /// A read doesn't show what stays of a deleted item.
  package let tombstoneMissing = Rule("effect.tombstone-missing", .breaking)
  /// A new item has the key of one that there is, or was.
  package let idReused = Rule("effect.id-reused", .breaking)
  /// The server does what the contract says that it refuses.
  package let guardIgnored = Rule("effect.guard-ignored", .breaking)
  /// Sending the same again makes a second item, or is refused.
  package let repeated = Rule("effect.repeated", .warning)
  /// The same request with the same idempotency key makes a second item.
  package let idempotencyIgnored = Rule("effect.idempotency-ignored", .breaking)
  /// An idempotency key that comes again with another body isn't refused.
  package let idempotencyUnchecked = Rule("effect.idempotency-unchecked", .warning)
  /// A write is carried out although its condition doesn't hold: it names a state that is no longer the current one.
  package let preconditionIgnored = Rule("effect.precondition-ignored", .breaking)
  /// A write without the condition that the contract requires is carried out.
  package let preconditionOptional = Rule("effect.precondition-optional", .breaking)
  /// A write without a condition is refused as one whose condition doesn't hold, or the other way round.
  package let refusalWrong = Rule("effect.refusal-wrong", .warning)
  /// An entity tag is the same before and after a change.
  package let tagUnchanged = Rule("effect.tag-unchanged", .breaking)
  /// A job doesn't come to its last step.
  package let jobUnfinished = Rule("effect.job-unfinished", .warning)
  /// A member that the contract computes from others is another.
  package let totalWrong = Rule("effect.total-wrong", .breaking)
  /// The bytes of a file aren't those that its item describes.
  package let contentWrong = Rule("effect.content-wrong", .breaking)
  /// One request was carried out more than once.
  package let appliedTwice = Rule("effect.applied-twice", .breaking)
  /// A string comes back as another one.
  package let textChanged = Rule("effect.text-changed", .breaking)
  /// A sent value is there in another spelling.
  package let normalised = Rule("effect.normalised", .notice)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [
      notApplied, unsentChanged, collateral, wrongItem, notListed, notRemoved, tombstoneMissing, idReused, guardIgnored,
      repeated, idempotencyIgnored, idempotencyUnchecked, preconditionIgnored, preconditionOptional, refusalWrong,
      tagUnchanged, jobUnfinished, totalWrong, contentWrong, appliedTwice, textChanged, normalised,
    ]
  }
}

extension Rule {
  /// Rules about what a write does.
  package static let effect = EffectRules()
}

/// Rules about the handling of parameters by a list. They apply to runs that request a list in several ways.
package struct ListRules: Sendable {
  /// Items are shown that don't fit the filter.
  package let filterIgnored = Rule("list.filter-ignored", .breaking)
  /// A search for a made-up word returns the same items as no search.
  package let searchIgnored = Rule("list.search-ignored", .breaking)
  /// The items aren't in the requested order.
  package let sortIgnored = Rule("list.sort-ignored", .breaking)
  /// Another page has the same items.
  package let pageIgnored = Rule("list.page-ignored", .breaking)
  /// A page has more items than were asked for.
  package let pageSizeIgnored = Rule("list.page-size-ignored", .breaking)
  /// An item is on two pages, or twice on one.
  package let itemsRepeated = Rule("list.items-repeated", .warning)
  /// The number of all items isn't that of those that the pages show.
  package let totalWrong = Rule("list.total-wrong", .warning)
  /// The item that lies exactly on a bound is shown though it doesn't count, or left out though it does.
  package let boundMisjudged = Rule("list.bound-misjudged", .warning)
  /// A search finds nothing in a member that it has to look at.
  package let searchPartial = Rule("list.search-partial", .warning)
  /// A page says that it is another one, or of another size.
  package let pageNumberWrong = Rule("list.page-number-wrong", .warning)
  /// A page says that it is the last one and isn't, or that another follows and none does.
  package let moreWrong = Rule("list.more-wrong", .breaking)
  /// An id isn't the item that was asked for in its place, or is one though nothing asked for it.
  package let expandIgnored = Rule("list.expand-ignored", .breaking)
  /// The same request gets the same items in another order.
  package let orderUnstable = Rule("list.order-unstable", .warning)
  /// A list shows an item that isn't one of its own.
  package let itemMisplaced = Rule("list.item-misplaced", .breaking)
  /// A list lacks an item that another list shows to be one of its own.
  package let itemsMissing = Rule("list.items-missing", .warning)
  /// An item in the list differs from the same item when read alone.
  package let itemDiffers = Rule("list.item-differs", .warning)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [
      filterIgnored, searchIgnored, sortIgnored, pageIgnored, pageSizeIgnored, itemsRepeated, totalWrong,
      boundMisjudged, searchPartial, pageNumberWrong, moreWrong, expandIgnored, orderUnstable, itemMisplaced,
      itemsMissing, itemDiffers,
    ]
  }
}

extension Rule {
  /// Rules about the handling of parameters by a list.
  package static let list = ListRules()
}

/// Rules about the permissions that a server enforces. They apply to runs that send requests as several callers.
package struct AccessRules: Sendable {
  /// The server admits a caller who lacks a credential, or shows a wrong one.
  package let credentialIgnored = Rule("access.credential-ignored", .breaking)
  /// The server lets a caller do what the caller has no permission for.
  package let permissionIgnored = Rule("access.permission-ignored", .breaking)
  /// A caller sees, changes, adds to or removes another one's items.
  package let notIsolated = Rule("access.not-isolated", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [credentialIgnored, permissionIgnored, notIsolated] }
}

extension Rule {
  /// Rules about the permissions that a server enforces.
  package static let access = AccessRules()
}

/// Rules about logins and the tokens that they return. They apply to runs that open sessions.
package struct SessionRules: Sendable {
  /// After a logout, the tokens that it ended are still accepted.
  package let logoutIgnored = Rule("session.logout-ignored", .breaking)
  /// After a refresh, the token that it replaced is still accepted, or is returned again.
  package let refreshNotRotated = Rule("session.refresh-not-rotated", .breaking)
  /// A login returns another caller's session.
  package let tokenOfAnother = Rule("session.token-of-another", .breaking)
  /// A token is accepted although one of another kind is required.
  package let tokenKindIgnored = Rule("session.token-kind-ignored", .breaking)
  /// A login accepts credentials from before a change.
  package let formerLoginTaken = Rule("session.former-login-taken", .breaking)
  /// A login accepts a wrong password.
  package let wrongPasswordTaken = Rule("session.wrong-password-taken", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [logoutIgnored, refreshNotRotated, tokenOfAnother, tokenKindIgnored, formerLoginTaken, wrongPasswordTaken]
  }
}

extension Rule {
  /// Rules about logins and the tokens that they return.
  package static let session = SessionRules()
}

/// Rules about a server's use of HTTP, independent of its endpoints. Each is found once a run.
package struct TransportRules: Sendable {
  /// A 204 comes with a body.
  package let bodyOfNoContent = Rule("transport.body-of-no-content", .warning)
  /// A response states its content type twice.
  package let contentTypeRepeated = Rule("transport.content-type-repeated", .warning)
  /// A response doesn't state its content type.
  package let contentTypeMissing = Rule("transport.content-type-missing", .warning)
  /// A redirect makes another request of one that changes something.
  package let redirectLosesRequest = Rule("transport.redirect-loses-request", .warning)
  /// HEAD fails where GET succeeds.
  package let headFails = Rule("transport.head-fails", .warning)
  /// OPTIONS fails where GET succeeds.
  package let optionsFails = Rule("transport.options-fails", .warning)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [bodyOfNoContent, contentTypeRepeated, contentTypeMissing, redirectLosesRequest, headFails, optionsFails]
  }
}

extension Rule {
  /// Rules about how a server speaks HTTP.
  package static let transport = TransportRules()
}
