import PlumblineHTTPMessages
import PlumblineJSONTree
import Synchronization

/// A server with one habit and some routes. It has a single note with the identifier 7, and counts all requests that
/// could change something.
final class HabitServer: Responder {
  private struct State {
    var requests: [Request] = []
    var effects: [String] = []
    var paused = 0
  }

  private let habit: ServerHabit
  private let routes: [(method: String, template: PathTemplate)]
  private let state = Mutex(State())

  init(_ habit: ServerHabit, routes: [String]) throws {
    self.habit = habit
    self.routes = try routes.map { line in
      let parts = line.split(separator: " ")
      return (String(parts[0]), try PathTemplate(parsing: String(parts[1])))
    }
  }

  var requests: [Request] { state.withLock { $0.requests } }
  /// The changes that a valid write or the deletion of an item would have made.
  var effects: [String] { state.withLock { $0.effects } }

  func respond(to request: Request, completion: Completion) -> Reply {
    let isLimited = state.withLock { state in
      state.requests.append(request)
      guard let limit = habit.limit else { return false }
      state.paused += 1
      return state.paused % limit == 0
    }
    if isLimited {
      return .now(OutgoingResponse(Response(status: 429, headers: ["Retry-After": "2"], body: Body("Slowly!"))))
    }
    return .now(OutgoingResponse(answer(to: request)))
  }

  private func answer(to request: Request) -> Response {
    var path = request.path
    if habit.ignoresCase { path = path.lowercased() }
    if habit.addsSlash {
      guard path.hasSuffix("/") else { return Response(status: 308, headers: ["Location": path + "/"]) }
      path.removeLast()
    }
    let isKnown = request.headers["x-key"] == ProbeContract.environment["SHELF_KEY"]
    if !isKnown, request.method != .options || habit.login == .beforeRouting {
      if habit.login == .beforeRouting { return failure(401, "UNAUTHORIZED", "Log in first.") }
      if habit.login == .page { return Response(status: 302, headers: ["Location": "/login?next=\(path)"]) }
    }
    if habit.parsesFirst, let bytes = request.body.bytes, !bytes.isEmpty, (try? JSON.parse(bytes)) == nil {
      return failure(400, "MALFORMED", "The body is no JSON.")
    }
    if habit.findsItemsFirst, path.hasPrefix("/api/notes/"), request.pathSegments[2] != "7" {
      return failure(404, "NOT_FOUND", "There is no such note.")
    }
    if request.method == .options, habit.answersOptionsAlways {
      return Response(status: 204, headers: ["Allow": "GET, POST, PUT, DELETE, OPTIONS"])
    }
    let fitting = routes.filter { $0.template.match(path) != nil }
    guard !fitting.isEmpty else { return noRoute(request, path) }
    guard let route = fitting.first(where: { $0.method == request.method.rawValue }) else {
      return wrongMethod(request, path, fitting.map(\.method))
    }
    if !isKnown, habit.login == .afterRouting { return failure(401, "UNAUTHORIZED", "Log in first.") }
    return handle(request, route.template.match(path) ?? [:])
  }

  // MARK: - A route

  private func handle(_ request: Request, _ values: [String: String]) -> Response {
    if let id = values.values.first, id != "7" {
      return habit.noRoute == .jsonLikeItem ? nothing : failure(404, "NOT_FOUND", "There is no such note.")
    }
    if request.method.isSafe {
      let isList = request.path.lowercased().hasPrefix("/api/notes") && values.isEmpty
      return json(200, #"{ "ok": true, "data": \#(isList ? #"[{ "id": 7 }]"# : #"{ "id": 7 }"#) }"#)
    }
    let bytes = request.body.bytes ?? []
    let body = try? JSON.parse(bytes)
    let needsField = request.path.lowercased().contains("publish")
    if !bytes.isEmpty, body == nil { return failure(400, "MALFORMED", "The body is no JSON.") }
    if needsField, body?["at"] == nil { return failure(422, "INVALID", "The body lacks a field.") }
    state.withLock { $0.effects.append("\(request.method) \(request.path)") }
    return json(200, #"{ "ok": true, "data": {} }"#)
  }

  // MARK: - Rejections

  private var nothing: Response { failure(404, "NOT_FOUND", "Nothing is here.") }

  private func noRoute(_ request: Request, _ path: String) -> Response {
    switch habit.noRoute {
    case .json, .envelope200: return failure(404, "NO_ROUTE", "No route \(request.method) \(path)")
    case .jsonLikeItem: return nothing
    case .html: return html(404, "Cannot \(request.method) \(path)")
    case .page: return html(200, "Welcome to Shelf")
    case .pageForGet:
      return request.method == .get ? html(200, "Welcome to Shelf") : html(404, "Cannot \(request.method) \(path)")
    case .refuseOthers:
      return request.method == .get ? html(404, "No file \(path)") : html(405, "Only GET, please")
    }
  }

  private func wrongMethod(_ request: Request, _ path: String, _ methods: [String]) -> Response {
    let allow = (habit.listsOneMethod ? Array(methods.prefix(1)) : methods + ["OPTIONS"]).joined(separator: ", ")
    if request.method == .options, habit.answersOptions { return Response(status: 204, headers: ["Allow": allow]) }
    switch habit.wrongMethod {
    case .notFound: return noRoute(request, path)
    case .allow:
      var response = failure(405, "METHOD_NOT_ALLOWED", "Not with \(request.method).")
      response.headers["Allow"] = allow
      return response
    case .bare: return failure(405, "METHOD_NOT_ALLOWED", "Not with \(request.method).")
    }
  }

  private func failure(_ status: Int, _ code: String, _ text: String) -> Response {
    let word = String(requests.count, radix: 2).map { $0 == "0" ? "o" : "i" }.joined()
    let message = habit.isTalkative ? "\(text) Try \(word)." : text
    return json(
      habit.failsIn200 ? 200 : status,
      #"{ "ok": false, "error": "\#(code)", "message": "\#(message)", "trace": "7f3a\#(requests.count)" }"#)
  }

  private func json(_ status: Int, _ body: String) -> Response {
    Response(status: status, headers: ["Content-Type": "application/json"], body: Body(body))
  }

  private func html(_ status: Int, _ text: String) -> Response {
    Response(
      status: status, headers: ["Content-Type": "text/html; charset=utf-8"],
      body: Body("<!doctype html><html><title>\(text)</title><p nonce=\"a\(requests.count)\">\(text)</p></html>"))
  }
}
