import Foundation
import PlumblineAPIClient
import PlumblineVerification
import TrueLogClient

extension CallContext {
  /// A client as an app makes it: the base URL, the API key, and a store that holds the token.
  ///
  /// Its deadline comes after the verifier's own, which tells a silent server from a client that hangs.
  func client() throws -> TrueLogClient {
    guard let url = URL(string: baseURL) else { throw URLError(.badURL) }
    return TrueLogClient(
      baseURL: url, apiKey: credentials["apiKey"], tokens: InMemoryTokenStore(token: credentials["session"]),
      deadline: deadline * 2)
  }

  /// The ticket that most calls are about.
  var ticketId: Int { get throws { try integer("ticket_id", default: 1042) } }
  /// A ticket that may be deleted.
  var removableTicketId: Int { get throws { try integer("removable_ticket_id", default: 1045) } }
  /// A comment of that ticket that the caller wrote.
  var commentId: Int { get throws { try integer("comment_id", default: 7) } }
  /// A comment of that ticket that somebody else wrote.
  var foreignCommentId: Int { get throws { try integer("foreign_comment_id", default: 8) } }
  /// The same, for a call that a server may carry out that is wrong.
  var removableForeignCommentId: Int { get throws { try integer("removable_foreign_comment_id", default: 8) } }
  /// An asset that is with a customer.
  var assetId: Int { get throws { try integer("asset_id", default: 311) } }
  /// An asset that may be removed.
  var removableAssetId: Int { get throws { try integer("removable_asset_id", default: 312) } }
  /// An accessory of which some items are checked out.
  var accessoryId: Int { get throws { try integer("accessory_id", default: 21) } }
  /// An accessory of which nothing is checked out.
  var removableAccessoryId: Int { get throws { try integer("removable_accessory_id", default: 22) } }
  /// A customer with assets and tickets.
  var customerId: Int { get throws { try integer("customer_id", default: 57) } }
  /// A customer on whom nothing depends.
  var removableCustomerId: Int { get throws { try integer("removable_customer_id", default: 58) } }
  /// The user that a ticket is assigned to.
  var assigneeId: Int { get throws { try integer("assignee_id", default: 5) } }
  /// An id that nothing has.
  var missingId: Int { get throws { try integer("missing_id", default: 999_999) } }
}
