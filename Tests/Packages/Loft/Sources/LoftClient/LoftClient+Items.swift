import Foundation

// MARK: - Customers

extension LoftClient {
  /// Returns a page of customers, the newest first.
  public func customers(email: String? = nil, limit: Int? = nil, after: String? = nil) async throws -> Page<Customer> {
    var query = Form()
    query.add(PlantedBug.parameterMisnamed.isPlanted ? "mail" : "email", email)
    query.add("limit", limit.map(String.init))
    query.add("starting_after", after)
    return try await value(Request("GET", "/v1/customers", query: query))
  }

  /// Returns all customers, which it loads in pages of five.
  public func allCustomers() async throws -> [Customer] {
    var query = Form()
    query.add("limit", PlantedBug.pageTooLarge.isPlanted ? "500" : "5")
    return try await all("/v1/customers", query) { $0.id }
  }

  public func customer(_ id: String) async throws -> Found<Customer> {
    try await value(Request("GET", "/v1/customers/\(Form.escaped(id))"))
  }

  /// - Parameter key: The value of Idempotency-Key. If it's `nil`, the client generates one.
  public func createCustomer(
    name: String, email: String, phone: String? = nil, metadata: [String: String]? = nil, key: String? = nil
  ) async throws -> Customer {
    var form = Form()
    form.add("name", name)
    form.add("email", email)
    form.add("phone", phone)
    form.add("metadata", members: metadata)
    return try await value(creation("/v1/customers", form, key: key))
  }

  /// Changes the members that aren't `nil`. An empty value in `metadata` removes its member.
  public func updateCustomer(
    _ id: String, name: String? = nil, phone: String? = nil, metadata: [String: String]? = nil
  ) async throws -> Customer {
    var form = Form()
    form.add("name", name)
    form.add("phone", phone)
    form.add("metadata", members: metadata)
    let method = PlantedBug.methodWrong.isPlanted ? "PUT" : "PATCH"
    return try await value(tagged(method, "/v1/customers/\(Form.escaped(id))", form: form))
  }

  public func deleteCustomer(_ id: String) async throws {
    try await delete(Request("DELETE", "/v1/customers/\(Form.escaped(id))"))
  }
}

// MARK: - Orders

extension LoftClient {
  /// Returns a page of orders, the newest first.
  public func orders(
    status: OrderStatus? = nil, customer: String? = nil, limit: Int? = nil, after: String? = nil, expand: [String] = []
  ) async throws -> Page<Order> {
    var query = Form()
    query.add("status", status?.rawValue)
    query.add("customer", customer)
    query.add("limit", limit.map(String.init))
    query.add("starting_after", after)
    query.add("expand", list: expand.map { "data.\($0)" })
    return try await value(Request("GET", "/v1/orders", query: query))
  }

  /// Returns all orders, which it loads in pages of ten.
  public func allOrders() async throws -> [Order] { try await all("/v1/orders") { $0.id } }

  public func order(_ id: String, expand: [String] = []) async throws -> Found<Order> {
    var query = Form()
    query.add("expand", list: expand)
    return try await value(Request("GET", path(id), query: query))
  }

  /// Creates an order as a draft.
  public func createOrder(
    customer: String, currency: String, note: String? = nil, shipping: Shipping? = nil,
    metadata: [String: String]? = nil, key: String? = nil
  ) async throws -> Order {
    var form = Form()
    form.add("customer", customer)
    form.add("currency", currency)
    form.add("note", note)
    form.add(shipping)
    form.add("metadata", members: metadata)
    return try await value(creation("/v1/orders", form, key: key))
  }

  public func updateOrder(
    _ id: String, note: String? = nil, shipping: Shipping? = nil, metadata: [String: String]? = nil
  ) async throws -> Order {
    var form = Form()
    form.add("note", note)
    form.add(shipping)
    form.add("metadata", members: metadata)
    return try await value(tagged("PATCH", path(id), form: form))
  }

  public func deleteOrder(_ id: String) async throws { try await delete(tagged("DELETE", path(id))) }

  /// Submits a draft, which makes it an open order.
  public func submitOrder(_ id: String) async throws -> Order {
    try await value(creation("\(path(id))/submit", Form(), key: nil))
  }

  public func lines(of order: String) async throws -> [Line] {
    try await all("\(path(order))/lines") { $0.id }
  }

  public func addLine(
    to order: String, description: String, quantity: Int = 1, unitAmount: Int
  ) async throws -> Line {
    var form = Form()
    form.add("description", description)
    form.add("quantity", String(quantity))
    form.add("unit_amount", String(unitAmount))
    return try await value(creation("\(path(order))/lines", form, key: nil))
  }

  public func removeLine(_ line: String, from order: String) async throws {
    try await delete(Request("DELETE", "\(path(order))/lines/\(Form.escaped(line))"))
  }

  private func path(_ id: String) -> String { "/v1/orders/\(Form.escaped(id))" }
}

// MARK: - Files and exports

extension LoftClient {
  public func files(purpose: String? = nil, limit: Int? = nil) async throws -> Page<File> {
    var query = Form()
    query.add("purpose", purpose)
    query.add("limit", limit.map(String.init))
    return try await value(Request("GET", "/v1/files", query: query))
  }

  public func file(_ id: String) async throws -> Found<File> {
    try await value(Request("GET", "/v1/files/\(Form.escaped(id))"))
  }

  public func upload(_ upload: Upload) async throws -> File {
    var request = Request("POST", "/v1/files")
    let boundary = "loft-\(UUID().uuidString)"
    request.body = upload.body(boundary: boundary)
    request.contentType = "multipart/form-data; boundary=\(boundary)"
    request.headers["Idempotency-Key"] = UUID().uuidString
    return try await value(request)
  }

  public func deleteFile(_ id: String) async throws {
    try await delete(Request("DELETE", "/v1/files/\(Form.escaped(id))"))
  }

  /// Returns the bytes of the file with an identifier.
  public func content(ofFile id: String) async throws -> Data {
    try await response(to: Request("GET", "/v1/files/\(Form.escaped(id))/content")).body
  }

  /// Returns a file's bytes, which it loads from the URL that the server specifies.
  public func content(of file: File) async throws -> Data {
    let token = await session.current()?.accessToken
    let data = try checked(try await transport.read(file.url, token: token)).body
    guard data.count == file.size else { throw LoftError.server(200, "\(data.count) bytes came, not \(file.size).") }
    return data
  }

  /// Starts an export of `orders` or `customers`.
  public func beginExport(of kind: String) async throws -> Export {
    var form = Form()
    form.add("kind", kind)
    return try await value(creation("/v1/exports", form, key: nil))
  }

  public func export(_ id: String) async throws -> Export {
    try await value(Request("GET", "/v1/exports/\(Form.escaped(id))"))
  }

  /// Polls an export until it's finished, at most twenty times.
  public func finishedExport(_ id: String) async throws -> Export {
    for _ in 0..<20 {
      let export = try await export(id)
      if export.status == "done" { return export }
      await pause(0.25)
    }
    throw LoftError.server(200, "The export \(id) isn't done.")
  }

  /// Returns the identifiers of the exported items, which the export has on one line each.
  public func exportedIDs(_ id: String) async throws -> [String] {
    struct Item: Decodable { let id: String }
    let text = try await response(to: Request("GET", "/v1/exports/\(Form.escaped(id))/result")).body
    do {
      return try text.split(separator: 0x0A).map { try JSONDecoder().decode(Item.self, from: Data($0)).id }
    } catch {
      throw LoftError.decoding(error)
    }
  }
}
