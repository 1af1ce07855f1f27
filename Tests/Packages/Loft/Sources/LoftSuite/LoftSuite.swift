import Foundation
import LoftClient
import PlumblineVerification

/// A suite of every method of ``LoftClient``, and of the requests that Loft rejects.
public struct LoftSuite: CallSuite {
  public let service = "loft"

  public init() {}

  public var calls: [Call] { SessionCalls.all + CustomerCalls.all + OrderCalls.all + FileCalls.all + ExportCalls.all }

  public func failure(of error: any Error) -> ClientFailure {
    guard let error = error as? LoftError else { return ClientFailure(describing: error) }
    switch error {
    case .unauthorized: return ClientFailure(.unauthorized, message: "Log in again.")
    case .forbidden(let message): return ClientFailure(.forbidden, message: message)
    case .notFound: return ClientFailure(.notFound, message: "There is no such item.")
    case .conflict(let message): return ClientFailure(.conflict, message: message)
    case .changedMeanwhile: return ClientFailure(.conflict, message: "It was changed meanwhile.")
    case .invalid(let message, _): return ClientFailure(.validation, message: message)
    case .refused("invalid_client"): return ClientFailure(.unauthorized, message: "The app isn't known.")
    case .refused(let code): return ClientFailure(.validation, message: code)
    case .server(let status, let message): return ClientFailure(.server, message: "\(status): \(message)")
    case .foreignAddress(let url): return ClientFailure(.other, message: "\(url) is another server's.")
    case .network(let error), .decoding(let error): return ClientFailure(describing: error)
    }
  }

  public var variables: [SuiteVariable] {
    [
      SuiteVariable(
        "customer_id", "the customer that most calls are about; calls edit it", from: .item(of: "customers")),
      SuiteVariable("removable_customer_id", "a customer that may be deleted", from: .removable(of: "customers")),
      SuiteVariable("order_id", "a draft; calls edit it, and add lines to it", from: .item(of: "orders")),
      SuiteVariable("removable_order_id", "a draft that may be submitted and deleted", from: .removable(of: "orders")),
      SuiteVariable("file_id", "a file", from: .item(of: "files")),
      SuiteVariable("removable_file_id", "a file that may be deleted", from: .removable(of: "files")),
      SuiteVariable("export_id", "an export that is done"),
      SuiteVariable("open_order_id", "an order that is open; calls submit it in vain"),
      SuiteVariable("email", "the address of a customer"),
      SuiteVariable("missing_id", "an id that nothing has; calls edit and delete it in vain", from: .missing),
    ]
  }
}

extension CallContext {
  /// Returns a client that is configured like an app's.
  func client(_ tokens: Tokens? = nil) throws -> LoftClient {
    guard let url = URL(string: baseURL) else { throw URLError(.badURL) }
    let tokens = tokens ?? credentials["oauth"].map { Tokens(accessToken: $0) }
    return LoftClient(baseURL: url, session: Session(tokens), deadline: deadline * 2)
  }

  /// Returns a client with a session of its own.
  func loggedIn() async throws -> LoftClient {
    let client = try client()
    try await client.logIn(username: login("username"), password: login("password"))
    return client
  }

  var customerID: String { get throws { try text("customer_id", default: "cus_hadrnv3j") } }
  var removableCustomerID: String { get throws { try text("removable_customer_id", default: "cus_p7w2n4tb") } }
  var orderID: String { get throws { try text("order_id", default: "ord_vb2efu6y") } }
  var removableOrderID: String { get throws { try text("removable_order_id", default: "ord_5t9c3hzm") } }
  var openOrderID: String { get throws { try text("open_order_id", default: "ord_7c4m6xqe") } }
  var fileID: String { get throws { try text("file_id", default: "file_h4uq7qe7") } }
  var removableFileID: String { get throws { try text("removable_file_id", default: "file_4n8t2uwb") } }
  var exportID: String { get throws { try text("export_id", default: "exp_h3fqqqdw") } }
  var missingID: String { get throws { try text("missing_id", default: "none_22222222") } }
}

/// The calls of one endpoint of Loft.
typealias LoftCalls = EndpointCalls<LoftClient>

extension EndpointCalls where Client == LoftClient {
  init(_ endpoint: String) {
    self.init(endpoint) { try $0.client() }
  }

  /// Returns a call that succeeds, and the same call without a session.
  func usual(_ name: String, run: @escaping Run) -> EndpointCalls {
    success(name, run: run).failure("unauthenticated", "\(name), without a session", as: .nobody, run: run)
  }
}

/// The calls of the token endpoint.
enum SessionCalls {
  static var all: [Call] { tokens + revocation }

  private static var tokens: [Call] {
    [
      Call("createToken", "logs in") { try await $0.loggedIn().session.current() },
      Call("createToken", "logs in, and refreshes the session") { try await $0.loggedIn().refresh() },
      Call("createToken", "logs in with a wrong password", expecting: .failure("tokenRefused")) { context in
        try await context.client().logIn(username: context.login("username"), password: "wrong")
      },
      Call("createToken", "refreshes with a token that nobody has", expecting: .failure("tokenRefused")) { context in
        try await context.client(Tokens(accessToken: "none", refreshToken: "none")).refresh()
      },
    ]
  }

  private static var revocation: [Call] {
    [Call("revokeToken", "logs in, and out again") { try await $0.loggedIn().logOut() }]
  }
}

/// The calls for customers.
enum CustomerCalls {
  static var all: [Call] { list.calls + detail.calls + create.calls + update.calls + delete.calls }

  private static var list: LoftCalls {
    LoftCalls("listCustomers")
      .usual("lists customers") { client, _ in try await client.customers() }
      .success("lists all customers, page by page") { client, _ in
        let all = try await client.allCustomers()
        guard Set(all.map(\.id)).count == all.count else { throw LoftError.server(200, "A customer came twice.") }
        return all
      }
      .success("finds a customer by the address") { client, context in
        let email = try context.text("email", default: "kenji@mori.example")
        let page = try await client.customers(email: email)
        guard page.data.allSatisfy({ $0.email == email }) else { throw LoftError.server(200, "Others came, too.") }
        return page
      }
      .failure("invalid", "asks for a page that is too large") { client, _ in try await client.customers(limit: 1000) }
  }

  private static var detail: LoftCalls {
    LoftCalls("getCustomer")
      .usual("reads a customer") { client, context in try await client.customer(context.customerID) }
      .failure("missing", "reads a customer that doesn't exist") { client, _ in
        try await client.customer("cus_22222222")
      }
  }

  private static var create: LoftCalls {
    LoftCalls("createCustomer")
      .usual("adds a customer") { client, context in
        try await client.createCustomer(
          name: context.mark("Jean Petit"), email: "jean@atelier.example", phone: "+33 1 40 20 50 50",
          metadata: ["source": "fair"])
      }
      .success("adds a customer from what is required") { client, context in
        try await client.createCustomer(name: context.mark("Jean Petit"), email: "jean@atelier.example")
      }
      .failure("invalid", "adds a customer with an address that is none") { client, context in
        try await client.createCustomer(name: context.mark("Jean Petit"), email: "jean")
      }
      .failure("forbidden", "adds a customer without the scope", as: .persona("reader")) { client, context in
        try await client.createCustomer(name: context.mark("Jean Petit"), email: "jean@atelier.example")
      }
  }

  private static var update: LoftCalls {
    LoftCalls("updateCustomer")
      .success("edits a customer's phone") { client, context in
        try await client.updateCustomer(context.customerID, phone: "+351 21 340 1190")
      }
      .success("adds to a customer's metadata") { client, context in
        try await client.updateCustomer(context.customerID, metadata: ["tier": "3"])
      }
      .failure("forbidden", "edits a customer without the scope", as: .persona("reader")) { client, context in
        try await client.updateCustomer(context.customerID, phone: "+351 21 340 1190")
      }
  }

  private static var delete: LoftCalls {
    LoftCalls("deleteCustomer")
      .success("deletes a customer") { client, context in try await client.deleteCustomer(context.removableCustomerID) }
      .failure("missing", "deletes a customer that doesn't exist") { client, context in
        try await client.deleteCustomer(context.missingID)
      }
  }
}
