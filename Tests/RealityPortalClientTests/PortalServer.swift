import Foundation
import PlumblineAPIClient
import RealityPortalClient
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A minimal server that knows the valid tokens, counts its requests, and fails on demand.
final class PortalServer: Transport {
  struct State {
    var access = "access-1"
    var refresh = "refresh-1"
    var refreshes = 0
    var favorites = ["123"]
    var refusesWrites = false
    /// The number of unread messages of each inquiry, the first of which has the identifier 501.
    var unread = [2, 3]
    var isOffline = false
    var refreshStatus = 200
    var sent: [String] = []
    /// The tokens whose sessions have ended.
    var ended: [String] = []
    /// A prefix of the request line. Matching requests wait at the gate before they are handled.
    var held: String?
    /// A prefix of the request line. The next matching request is handled immediately, but its response waits at the
    /// gate.
    var late: String?
  }

  private let state = Mutex(State())
  /// The gate at which held requests wait.
  let gate = Gate()

  subscript<Value: Sendable>(_ path: any WritableKeyPath<State, Value> & Sendable) -> Value {
    get { state.withLock { $0[keyPath: path] } }
    set { state.withLock { $0[keyPath: path] = newValue } }
  }

  func send(_ request: URLRequest) async throws -> APIResponse {
    let path = request.url?.path ?? ""
    let method = request.httpMethod ?? ""
    let token = request.value(forHTTPHeaderField: "Authorization").map { String($0.dropFirst("Bearer ".count)) }
    let held = state.withLock { state in
      state.sent.append("\(method) \(path)")
      return state.held.map { "\(method) \(path)".hasPrefix($0) } ?? false
    }
    if held { await gate.pass() }
    let isLate = state.withLock { state in
      guard let late = state.late, "\(method) \(path)".hasPrefix(late) else { return false }
      state.late = nil
      return true
    }
    let answer = try answer(method, path, token, request)
    if isLate { await gate.pass() }
    return answer
  }

  private func answer(
    _ method: String, _ path: String, _ token: String?, _ request: URLRequest
  ) throws -> APIResponse {
    try state.withLock { state in
      if state.isOffline { throw URLError(.notConnectedToInternet) }
      let id = request.url?.lastPathComponent ?? ""
      switch (method, path) {
      case ("POST", "/api/v1/auth/login"):
        return Self.json(Self.login(state.access, state.refresh))
      case ("POST", "/api/v1/auth/refresh"):
        guard state.refreshStatus == 200, token == state.refresh else {
          return APIResponse(status: state.refreshStatus == 200 ? 401 : state.refreshStatus)
        }
        state.refreshes += 1
        state.access = "access-\(state.refreshes + 1)"
        state.refresh = "refresh-\(state.refreshes + 1)"
        return Self.json(#"{"accessToken":"\#(state.access)","refreshToken":"\#(state.refresh)"}"#)
      case ("POST", "/api/v1/auth/logout"):
        state.ended.append(token ?? "")
        return APIResponse(status: token == state.access ? 204 : 401)
      case _ where token != state.access: return APIResponse(status: 401)
      case ("GET", "/api/v1/profile"): return Self.json(Self.user)
      case ("GET", "/api/v1/favorites"):
        return Self.json("[" + state.favorites.map(Self.listing).joined(separator: ",") + "]")
      case ("GET", "/api/v1/inquiries"):
        return Self.json("[" + state.unread.enumerated().map(Self.inquiry).joined(separator: ",") + "]")
      case ("GET", _) where path.hasSuffix("/messages"):
        if let number = Int(path.split(separator: "/").dropLast().last ?? "") { state.unread[number - 501] = 0 }
        return Self.json("[]")
      case ("PUT", _) where path.hasPrefix("/api/v1/favorites/"):
        if state.refusesWrites { return APIResponse(status: 500) }
        if !state.favorites.contains(id) { state.favorites.append(id) }
        return APIResponse(status: 204)
      case ("DELETE", _) where path.hasPrefix("/api/v1/favorites/"):
        if state.refusesWrites { return APIResponse(status: 500) }
        state.favorites.removeAll { $0 == id }
        return APIResponse(status: 204)
      default: return APIResponse(status: 204)
      }
    }
  }

  private static func json(_ text: String) -> APIResponse { APIResponse(status: 200, body: Data(text.utf8)) }

  private static let user =
    #"{"id":"user-1","name":"Mara Novak","email":"mara@example.com","phone":null,"photoURL":null}"#

  private static func login(_ access: String, _ refresh: String) -> String {
    #"{"accessToken":"\#(access)","refreshToken":"\#(refresh)","user":\#(user)}"#
  }

  static func listing(_ id: String) -> String {
    #"""
    {"id":"\#(id)","title":"Flat","price":1,"currency":"EUR","city":"Trnava","description":"","photos":[],
     "features":{"bedrooms":1,"bathrooms":1,"area":null},"amenities":[],"coordinate":{"latitude":48.1,"longitude":17.1},
     "agent":{"id":"agent-7","name":"Petra Horvat","email":"petra@agency.example","phone":null},"isFeatured":false,
     "listedAt":"2026-11-12T09:00:00Z","isFavorite":true}
    """#
  }

  private static func inquiry(_ index: Int, _ unread: Int) -> String {
    #"""
    {"id":"\#(501 + index)","listing":\#(listing("123")),"status":"replied","contactPreference":"either",
     "lastMessage":"Yes","lastMessageAt":"2026-11-12T09:00:00Z","unreadCount":\#(unread),
     "createdAt":"2026-11-12T09:00:00Z"}
    """#
  }

  static func value(_ id: String) throws -> Listing {
    try JSONCoding.decoder().decode(Listing.self, from: Data(listing(id).utf8))
  }

  /// Returns a client of this server.
  func client(
    _ tokens: TokenPair? = TokenPair(accessToken: "access-1", refreshToken: "refresh-1"),
    store: (any SessionStoring)? = nil, cache: any FavoritesCaching = InMemoryFavoritesCache()
  ) async throws -> RealityPortalClient {
    guard let url = URL(string: "http://127.0.0.1:1") else { throw URLError(.badURL) }
    let client = RealityPortalClient(
      baseURL: url, store: store ?? InMemorySessionStore(tokens), cache: cache, transport: self)
    try await client.session.restore()
    return client
  }
}
