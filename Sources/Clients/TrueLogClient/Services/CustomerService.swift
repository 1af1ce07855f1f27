import PlumblineAPIClient

/// The requests for customers. Users of type CLIENT aren't allowed to send them.
public struct CustomerService: Sendable {
  let api: APIClient

  /// Returns a page of customers. `GET /api/v2/customers`
  public func listCustomers(
    page: Int? = nil, perPage: Int? = nil, sort: CustomerSort? = nil, order: SortOrder? = nil, search: String? = nil
  ) async throws -> Page<Customer> {
    let query = [
      QueryItem("page", page), QueryItem("per_page", perPage), QueryItem("sort", sort), QueryItem("order", order),
      QueryItem("search", search),
    ]
    return try await api.getPage("/api/v2/customers", query: query)
  }

  /// Returns one customer. `GET /api/v2/customers/{customer_id}`
  public func getCustomer(customerId: Int) async throws -> Customer {
    try await api.get("/api/v2/customers/\(customerId)")
  }

  /// Creates a customer. `POST /api/v2/customers`
  public func createCustomer(_ customer: NewCustomer) async throws -> Customer {
    try await api.post("/api/v2/customers", body: customer)
  }

  /// Changes a customer. `PUT /api/v2/customers/{customer_id}`
  public func updateCustomer(customerId: Int, _ update: CustomerUpdate) async throws -> Customer {
    try await api.put("/api/v2/customers/\(customerId)", body: update)
  }

  /// Deletes a customer. The request fails with a conflict if anything is assigned to the customer.
  /// `DELETE /api/v2/customers/{customer_id}`
  public func deleteCustomer(customerId: Int) async throws {
    try await api.delete("/api/v2/customers/\(customerId)")
  }

  /// Returns a page of a customer's tickets. `GET /api/v2/customers/{customer_id}/tickets`
  public func listCustomerTickets(
    customerId: Int, page: Int? = nil, perPage: Int? = nil, status: TicketStatus? = nil, sort: TicketSort? = nil,
    order: SortOrder? = nil
  ) async throws -> Page<Ticket> {
    let query = [
      QueryItem("page", page), QueryItem("per_page", perPage), QueryItem("status", status), QueryItem("sort", sort),
      QueryItem("order", order),
    ]
    return try await api.getPage("/api/v2/customers/\(customerId)/tickets", query: query)
  }
}
