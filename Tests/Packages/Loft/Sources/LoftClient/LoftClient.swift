import Foundation

/// A client for the orders, customers, files and exports of a workshop.
///
/// Its methods throw a ``LoftError``. Methods that change an item read it first, because the server requires its entity
/// tag. Methods that list everything read all pages.
public struct LoftClient: Sendable {
  let transport: Transport
  /// The tokens of the current user.
  public let session: Session
  let clientID: String

  /// - Parameters:
  ///   - baseURL: The server's URL, without a trailing slash.
  ///   - session: The tokens of the current user.
  ///   - clientID: The identifier under which the token endpoint knows the app.
  ///   - deadline: The maximum duration of a request.
  public init(baseURL: URL, session: Session, clientID: String = "loft-ios", deadline: Duration = .seconds(30)) {
    transport = Transport(baseURL: baseURL, deadline: deadline)
    self.session = session
    self.clientID = clientID
  }

  // MARK: - Requests

  /// Sends a request. If the session has expired, it's refreshed once.
  func response(to request: Request) async throws -> Response {
    let tokens = await session.current()
    var response = try await transport.send(request, token: tokens?.accessToken)
    if response.status == 401, let tokens, tokens.refreshToken != nil {
      let renewed = try await session.renewed(after: tokens) { try await refreshed($0) }
      response = try await transport.send(request, token: renewed.accessToken)
    }
    return try checked(response)
  }

  func value<Value: Decodable>(_ request: Request, as type: Value.Type = Value.self) async throws -> Value {
    try decoded(await response(to: request))
  }

  func checked(_ response: Response) throws -> Response {
    let isSwallowed = response.status == 401 && PlantedBug.refusalSwallowed.isPlanted
    guard 200..<300 ~= response.status || isSwallowed else {
      throw LoftError(status: response.status, body: response.body)
    }
    return response
  }

  func decoded<Value: Decodable>(_ response: Response, as type: Value.Type = Value.self) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = PlantedBug.datesAsText.isPlanted ? .iso8601 : .secondsSince1970
    do {
      return try decoder.decode(Value.self, from: response.body)
    } catch {
      throw LoftError.decoding(error)
    }
  }

  /// Returns a POST with an idempotency key, by which the server recognizes a repetition.
  func creation(_ path: String, _ form: Form, key: String?) -> Request {
    var request = Request("POST", path, form: form)
    if !PlantedBug.keyMissing.isPlanted { request.headers["Idempotency-Key"] = key ?? UUID().uuidString }
    return request
  }

  /// Returns a request that changes the resource at the path, with the entity tag from a fresh read.
  func tagged(_ method: String, _ path: String, form: Form? = nil) async throws -> Request {
    let read = try await response(to: Request("GET", path))
    var request = Request(method, path, form: form)
    if !PlantedBug.tagMissing.isPlanted { request.headers["If-Match"] = read.tag }
    return request
  }

  func delete(_ request: Request) async throws {
    let tombstone: Tombstone = try await value(request)
    guard tombstone.deleted else { throw LoftError.server(200, "\(tombstone.id) isn't deleted.") }
  }

  /// Returns all items of a list, which it loads page by page.
  func all<Item: Decodable & Sendable>(
    _ path: String, _ query: Form = Form(), id: (Item) -> String
  ) async throws -> [Item] {
    var items: [Item] = []
    var after: String?
    while true {
      var query = query
      query.add("starting_after", after)
      let page: Page<Item> = try await value(Request("GET", path, query: query))
      items += page.data
      if PlantedBug.pagesIgnored.isPlanted { return items }
      guard page.hasMore, let last = page.data.last, items.count < 1000 else { return items }
      after = id(PlantedBug.firstAsCursor.isPlanted ? page.data[0] : last)
    }
  }
}

// MARK: - Sessions

extension LoftClient {
  /// Logs in with a password, and stores the tokens in the session.
  @discardableResult
  public func logIn(username: String, password: String) async throws -> Tokens {
    var form = Form()
    form.add("grant_type", "password")
    form.add("username", username)
    form.add("password", password)
    form.add("client_id", clientID)
    let tokens: Tokens = try decoded(try await token(form))
    await session.replace(tokens)
    return tokens
  }

  /// Refreshes the session's tokens.
  @discardableResult
  public func refresh() async throws -> Tokens {
    guard let tokens = await session.current() else { throw LoftError.unauthorized }
    return try await session.renewed(after: tokens) { try await refreshed($0) }
  }

  /// Ends the session, including on the server.
  public func logOut() async throws {
    guard let tokens = await session.current() else { return }
    var form = Form()
    form.add("token", tokens.refreshToken ?? tokens.accessToken)
    form.add("client_id", clientID)
    _ = try checked(try await transport.send(Request("POST", "/oauth/revoke", form: form), token: nil))
    await session.replace(nil)
  }

  private func refreshed(_ refreshToken: String) async throws -> Tokens {
    var form = Form()
    form.add("grant_type", "refresh_token")
    form.add("refresh_token", refreshToken)
    form.add("client_id", clientID)
    return try decoded(try await token(form))
  }

  private func token(_ form: Form) async throws -> Response {
    try checked(try await transport.send(Request("POST", "/oauth/token", form: form), token: nil))
  }
}
