import Verification

extension TrueLogSuite {
  /// What a real server knows by other ids and names than the recordings.
  public var variables: [SuiteVariable] {
    [
      SuiteVariable("ticket_id", "the ticket that most calls are about; calls edit, assign and resolve it"),
      SuiteVariable("removable_ticket_id", "a ticket that may be deleted"),
      SuiteVariable("custom_status_ticket_id", "a ticket with a custom status"),
      SuiteVariable("unassigned_ticket_id", "a ticket that nobody is assigned to"),
      SuiteVariable("uncommented_ticket_id", "a ticket without comments"),
      SuiteVariable("checkout_ticket_id", "the ticket that accessories are checked out for"),
      SuiteVariable("queue_id", "a queue that tickets can go to"),
      SuiteVariable("assignee_id", "the user that a ticket is assigned to"),
      SuiteVariable("own_user_id", "the caller's own user"),
      SuiteVariable("viewer_id", "a user who may only read"),
      SuiteVariable("comment_id", "a comment of the ticket that the caller wrote; calls edit and delete it"),
      SuiteVariable("foreign_comment_id", "a comment of the ticket that somebody else wrote"),
      SuiteVariable("asset_id", "an asset that is with a customer; calls edit and transfer it"),
      SuiteVariable("removable_asset_id", "an asset that may be archived and deleted"),
      SuiteVariable("transferable_asset_id", "an asset that may be transferred"),
      SuiteVariable("sparse_asset_id", "an asset with few fields"),
      SuiteVariable("null_asset_id", "an asset with nulls"),
      SuiteVariable("accessory_id", "an accessory with items checked out; calls edit it, and check items in and out"),
      SuiteVariable("removable_accessory_id", "an accessory with nothing checked out; calls edit and delete it"),
      SuiteVariable("empty_accessory_id", "an accessory of which every item is out"),
      SuiteVariable("sparse_accessory_id", "an accessory with few fields"),
      SuiteVariable("customer_id", "a customer with assets and tickets; calls edit it"),
      SuiteVariable("removable_customer_id", "a customer on whom nothing depends; a call deletes it"),
      SuiteVariable("other_customer_id", "another customer, to whom a ticket and an asset go"),
      SuiteVariable("transfer_customer_id", "the customer whom an asset is transferred to"),
      SuiteVariable("no_email_customer_id", "a customer without an email address"),
      SuiteVariable("customer_name", "the name of a customer, for an asset's field"),
      SuiteVariable("company_id", "a company that customers and accessories can belong to"),
      SuiteVariable("missing_id", "an id that nothing has; calls edit and delete it in vain"),
      SuiteVariable("ticket_search", "a word that tickets are found by"),
      SuiteVariable("asset_search", "a word that assets are found by"),
      SuiteVariable("accessory_search", "a word that accessories are found by"),
      SuiteVariable("customer_search", "a word that customers are found by"),
      SuiteVariable("user_search", "a word that users are found by"),
      SuiteVariable("category", "a category of accessories"),
      SuiteVariable("widget_id", "a widget other than the counts"),
      SuiteVariable("valueless_widget_id", "a widget without a value"),
      SuiteVariable("template_id", "a report template for a month"),
      SuiteVariable("other_template_id", "a report template that needs nothing"),
    ]
  }
}
