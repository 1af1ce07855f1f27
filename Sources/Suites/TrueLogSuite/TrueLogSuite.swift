import Foundation
import PlumblineAPIClient
import PlumblineAPISuite
import PlumblineVerification
import TrueLogClient

/// The calls for every method of ``TrueLogClient``, and for every failure that TrueLog documents.
public struct TrueLogSuite: CallSuite {
  public let service = "truelog"

  public init() {}

  public var calls: [Call] {
    SessionCalls.all + UserCalls.all + TicketCalls.all + CommentCalls.all + AssetCalls.all + AccessoryCalls.all
      + CustomerCalls.all + DashboardCalls.all + PreferencesCalls.all + ReportCalls.all + NotificationCalls.all
  }

  public func failure(of error: any Error) -> ClientFailure { ClientFailure(of: error) }
}

extension TrueLogSuite {
  /// The values whose IDs and names differ between a real server and the recordings.
  public var variables: [SuiteVariable] {
    [
      SuiteVariable(
        "ticket_id", "the ticket that most calls are about; calls edit, assign and resolve it",
        from: .item(of: "tickets")),
      SuiteVariable("removable_ticket_id", "a ticket that may be deleted", from: .removable(of: "tickets")),
      SuiteVariable("holdable_ticket_id", "a ticket that may keep a custom status", from: .expendable),
      SuiteVariable("custom_status_ticket_id", "a ticket with a custom status", from: .item(of: "tickets")),
      SuiteVariable("unassigned_ticket_id", "an unassigned ticket", from: .item(of: "tickets")),
      SuiteVariable("uncommented_ticket_id", "a ticket without comments", from: .item(of: "tickets")),
      SuiteVariable(
        "checkout_ticket_id", "the ticket that accessories are checked out for", from: .item(of: "tickets")),
      SuiteVariable("queue_id", "a queue that tickets can go to"),
      SuiteVariable("assignee_id", "the user that a ticket is assigned to", from: .item(of: "users")),
      SuiteVariable("own_user_id", "the caller's own user"),
      SuiteVariable("viewer_id", "a user who may only read"),
      SuiteVariable(
        "comment_id", "a comment of the ticket that the caller wrote; calls edit and delete it",
        from: .item(of: "comments")),
      SuiteVariable("foreign_comment_id", "another user's comment of the ticket"),
      SuiteVariable(
        "removable_foreign_comment_id",
        "another such comment; a call deletes it, in vain if the server is right", from: .expendable),
      SuiteVariable(
        "asset_id", "an asset that is with a customer; calls edit and transfer it", from: .item(of: "assets")),
      SuiteVariable(
        "removable_asset_id", "an asset that may be archived and deleted", from: .removable(of: "assets")),
      SuiteVariable("transferable_asset_id", "an asset that may be transferred", from: .expendable),
      SuiteVariable("sparse_asset_id", "an asset with few fields", from: .item(of: "assets")),
      SuiteVariable("null_asset_id", "an asset with nulls", from: .item(of: "assets")),
      SuiteVariable(
        "accessory_id", "an accessory with items checked out; calls edit it, and check items in and out",
        from: .item(of: "accessories")),
      SuiteVariable(
        "removable_accessory_id", "an accessory with nothing checked out; calls edit and delete it",
        from: .removable(of: "accessories")),
      SuiteVariable("empty_accessory_id", "an accessory of which every item is out", from: .item(of: "accessories")),
      SuiteVariable("sparse_accessory_id", "an accessory with few fields", from: .item(of: "accessories")),
      SuiteVariable("customer_id", "a customer with assets and tickets; calls edit it", from: .item(of: "customers")),
      SuiteVariable(
        "removable_customer_id", "a customer on whom nothing depends; a call deletes it",
        from: .removable(of: "customers")),
      SuiteVariable(
        "removable_depended_customer_id",
        "a customer on whom things depend; a call deletes it, in vain if the server is right", from: .expendable),
      SuiteVariable(
        "removable_busy_accessory_id",
        "an accessory with items checked out; a call deletes it, in vain if the server is right", from: .expendable),
      SuiteVariable("other_customer_id", "another customer, to whom a ticket and an asset go"),
      SuiteVariable("transfer_customer_id", "the customer whom an asset is transferred to"),
      SuiteVariable("no_email_customer_id", "a customer without an email address", from: .item(of: "customers")),
      SuiteVariable("customer_name", "the name of a customer, for an asset's field"),
      SuiteVariable("company_id", "a company that customers and accessories can belong to"),
      SuiteVariable("missing_id", "an id that nothing has; calls edit and delete it in vain", from: .missing),
      SuiteVariable(
        "missing_reference_id", "an id that no customer and no user has; calls give things to it, in vain"),
      SuiteVariable("ticket_search", "a word that tickets are found by"),
      SuiteVariable("asset_search", "a word that assets are found by"),
      SuiteVariable("accessory_search", "a word that accessories are found by"),
      SuiteVariable("customer_search", "a word that customers are found by"),
      SuiteVariable("user_search", "a word that users are found by"),
      SuiteVariable("category", "a category of accessories"),
      SuiteVariable("widget_id", "a widget other than the counts", from: .item(of: "widgets")),
      SuiteVariable("valueless_widget_id", "a widget without a value", from: .item(of: "widgets")),
      SuiteVariable("template_id", "a report template for a month", from: .item(of: "reportTemplates")),
      SuiteVariable("other_template_id", "a report template that needs nothing", from: .item(of: "reportTemplates")),
    ]
  }
}

extension CallContext {
  /// Returns a client as an app creates it, with the base URL, the API key, and a store that holds the token.
  ///
  /// Its deadline is later than the verifier's own, so that the verifier can distinguish a silent server from a client
  /// that hangs.
  func client() throws -> TrueLogClient {
    guard let url = URL(string: baseURL) else { throw URLError(.badURL) }
    return TrueLogClient(
      baseURL: url, apiKey: credentials["apiKey"], tokens: InMemoryTokenStore(token: credentials["session"]),
      deadline: deadline * 2)
  }

  /// The ID of the ticket that most calls use.
  var ticketId: Int { get throws { try integer("ticket_id", default: 1042) } }
  /// The ID of a ticket that may be deleted.
  var removableTicketId: Int { get throws { try integer("removable_ticket_id", default: 1045) } }
  /// The ID of a comment on the ticket ``ticketId`` that the caller wrote.
  var commentId: Int { get throws { try integer("comment_id", default: 7) } }
  /// The ID of a comment on the ticket ``ticketId`` by another user.
  var foreignCommentId: Int { get throws { try integer("foreign_comment_id", default: 8) } }
  /// The ID of a comment by another user that may be lost if a faulty server deletes it.
  var removableForeignCommentId: Int { get throws { try integer("removable_foreign_comment_id", default: 8) } }
  /// The ID of an asset that a customer has.
  var assetId: Int { get throws { try integer("asset_id", default: 311) } }
  /// The ID of an asset that may be removed.
  var removableAssetId: Int { get throws { try integer("removable_asset_id", default: 312) } }
  /// The ID of an accessory with some items checked out.
  var accessoryId: Int { get throws { try integer("accessory_id", default: 21) } }
  /// The ID of an accessory with no items checked out, which may be removed.
  var removableAccessoryId: Int { get throws { try integer("removable_accessory_id", default: 22) } }
  /// The ID of a customer with assets and tickets.
  var customerId: Int { get throws { try integer("customer_id", default: 57) } }
  /// The ID of a customer that nothing depends on.
  var removableCustomerId: Int { get throws { try integer("removable_customer_id", default: 58) } }
  /// The ID of the user that a ticket is assigned to.
  var assigneeId: Int { get throws { try integer("assignee_id", default: 5) } }
  /// An ID that doesn't exist.
  var missingId: Int { get throws { try integer("missing_id", default: 999_999) } }
  /// An ID that no customer and no user has.
  var missingReferenceId: Int { get throws { try integer("missing_reference_id", default: 999_998) } }
}
