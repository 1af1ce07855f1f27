import PlumblineVerification
import TrueLogClient

/// The calls for listing, reading, creating, editing, and deleting customers, and for their tickets.
enum CustomerCalls {
  static var all: [Call] {
    list.calls + detail.calls + create.calls + update.calls + tickets.calls + delete.calls
  }

  /// Users of type CLIENT have no access to customers.
  private static let client = Call.Caller.persona("client")

  private static var list: EndpointCalls {
    EndpointCalls("customers.list")
      .ordinary("lists customers") { client, _ in try await client.customers.listCustomers() }
      .success("reads the first page") { client, _ in try await client.customers.listCustomers(page: 1, perPage: 2) }
      .success("reads the second page") { client, _ in try await client.customers.listCustomers(page: 2, perPage: 2) }
      .success("sorts customers by", each: CustomerSort.known) { client, _, sort in
        try await client.customers.listCustomers(sort: sort, order: .asc)
      }
      .success("lists customers, the latest first") { client, _ in
        try await client.customers.listCustomers(sort: .createdAt, order: .desc)
      }
      .success("searches customers") { client, context in
        try await client.customers.listCustomers(search: context.text("customer_search", default: "harbour"))
      }
      .success("searches customers in vain") { client, _ in
        try await client.customers.listCustomers(search: "no such thing")
      }
      .failure("validation", "asks for a page that is too large") { client, _ in
        try await client.customers.listCustomers(perPage: 1000)
      }
      .failure("forbidden", "lists customers as a client", as: client) { client, _ in
        try await client.customers.listCustomers()
      }
  }

  private static var detail: EndpointCalls {
    EndpointCalls("customers.get")
      .ordinary("reads a customer") { client, context in
        try await client.customers.getCustomer(customerId: context.customerId)
      }
      .success("reads a customer without an email address") { client, context in
        try await client.customers.getCustomer(customerId: context.integer("no_email_customer_id", default: 60))
      }
      .failure("forbidden", "reads a customer as a client", as: client) { client, context in
        try await client.customers.getCustomer(customerId: context.customerId)
      }
      .failure("notFound", "reads a customer that doesn't exist") { client, context in
        try await client.customers.getCustomer(customerId: context.missingId)
      }
  }

  private static var create: EndpointCalls {
    @Sendable func customer(_ context: CallContext) throws -> NewCustomer {
      NewCustomer(
        name: context.mark("Tiong Bahru Books"), contactNumber: "+65 6555 0161",
        address: "21 Seng Poh Terrace, Singapore 160021", country: "Singapore",
        CustomerUpdate(
          email: "shop@tiongbahrubooks.example", companyId: try context.integer("company_id", default: 14)))
    }
    return EndpointCalls("customers.create")
      .ordinary("creates a customer") { client, context in
        try await client.customers.createCustomer(customer(context))
      }
      .success("creates a customer from what is required") { client, context in
        try await client.customers.createCustomer(
          NewCustomer(
            name: context.mark("Tiong Bahru Books"), contactNumber: "+65 6555 0161",
            address: "21 Seng Poh Terrace, Singapore 160021", country: "Singapore"))
      }
      .failure("validation", "creates a customer without an address") { client, context in
        try await client.customers.createCustomer(
          NewCustomer(
            name: context.mark("Tiong Bahru Books"), contactNumber: "+65 6555 0161", address: "", country: "Singapore"))
      }
      .failure("forbidden", "creates a customer as a client", as: client) { client, context in
        try await client.customers.createCustomer(customer(context))
      }
  }

  private static var update: EndpointCalls {
    let edit = CustomerUpdate(contactNumber: "+65 6555 0257", email: "support@straitsharbour.example")
    return EndpointCalls("customers.update")
      .ordinary("edits a customer") { client, context in
        try await client.customers.updateCustomer(customerId: context.customerId, edit)
      }
      .success("edits every field of a customer") { client, context in
        try await client.customers.updateCustomer(
          customerId: context.customerId,
          CustomerUpdate(
            name: "Straits Harbour Freight", contactNumber: "+65 6555 0357",
            address: "14 Keppel Bay Quay, #05-01, Singapore 098634", country: "Singapore",
            email: "it@straitsfreight.example", companyId: context.integer("company_id", default: 15)))
      }
      .failure("validation", "edits a customer to an email address that is none") { client, context in
        try await client.customers.updateCustomer(
          customerId: context.customerId, CustomerUpdate(email: "not-an-email"))
      }
      .failure("forbidden", "edits a customer as a client", as: client) { client, context in
        try await client.customers.updateCustomer(customerId: context.customerId, edit)
      }
      .failure("notFound", "edits a customer that doesn't exist") { client, context in
        try await client.customers.updateCustomer(customerId: context.missingId, edit)
      }
  }

  private static var delete: EndpointCalls {
    EndpointCalls("customers.delete")
      .ordinary("deletes a customer") { client, context in
        try await client.customers.deleteCustomer(customerId: context.removableCustomerId)
      }
      .failure("hasDependents", "deletes a customer that things depend on") { client, context in
        try await client.customers.deleteCustomer(
          customerId: context.integer("removable_depended_customer_id", default: 57))
      }
      .failure("forbidden", "deletes a customer as a client", as: client) { client, context in
        try await client.customers.deleteCustomer(customerId: context.removableCustomerId)
      }
      .failure("notFound", "deletes a customer that doesn't exist") { client, context in
        try await client.customers.deleteCustomer(customerId: context.missingId)
      }
  }

  private static var tickets: EndpointCalls {
    EndpointCalls("customers.tickets")
      .ordinary("lists a customer's tickets") { client, context in
        try await client.customers.listCustomerTickets(customerId: context.customerId)
      }
      .success("reads the first page") { client, context in
        try await client.customers.listCustomerTickets(customerId: context.customerId, page: 1, perPage: 2)
      }
      .success("reads the second page") { client, context in
        try await client.customers.listCustomerTickets(customerId: context.customerId, page: 2, perPage: 2)
      }
      .success("lists a customer's tickets with the status", each: TicketStatus.known) { client, context, status in
        try await client.customers.listCustomerTickets(customerId: context.customerId, status: status)
      }
      .success("sorts a customer's tickets by", each: TicketSort.known) { client, context, sort in
        try await client.customers.listCustomerTickets(customerId: context.customerId, sort: sort, order: .asc)
      }
      .success("lists a customer's tickets, the latest first") { client, context in
        try await client.customers.listCustomerTickets(
          customerId: context.customerId, sort: .updatedAt, order: .desc)
      }
      .success("lists the tickets of a customer without any") { client, context in
        try await client.customers.listCustomerTickets(customerId: context.removableCustomerId)
      }
      .failure("validation", "asks for a page that is too large") { client, context in
        try await client.customers.listCustomerTickets(customerId: context.customerId, perPage: 1000)
      }
      .failure("forbidden", "lists a customer's tickets as a client", as: client) { client, context in
        try await client.customers.listCustomerTickets(customerId: context.customerId)
      }
      .failure("notFound", "lists the tickets of a customer that doesn't exist") { client, context in
        try await client.customers.listCustomerTickets(customerId: context.missingId)
      }
  }
}
