import PlumblineHTTPMessages
import PlumblineProxying
import PlumblineVerification

/// Calls for the shop's articles, or for a different collection. Each sends one request to the run's item.
struct ArticleSuite: CallSuite {
  /// A single request.
  struct Step: Sendable {
    let endpoint: String
    let method: HTTPMethod
    let path: @Sendable (CallContext) throws -> String
    var body: @Sendable (CallContext) -> String = { _ in "" }
    var headers = HeaderFields()

    static let make = make("Lamp")
    static let close = Step(endpoint: "articles.close", method: .post, path: { try "\(article($0))/close" })
    static let remove = Step(endpoint: "articles.remove", method: .delete, path: article)

    static func make(_ name: String) -> Step {
      Step(
        endpoint: "articles.add", method: .post, path: { _ in "/articles" },
        body: { #"{ "name": "\#($0.mark(name))", "mail": "ito@shop.example", "price": 2 }"# })
    }

    static func edit(_ body: String) -> Step {
      Step(endpoint: "articles.edit", method: .put, path: article, body: { _ in body })
    }

    private static func article(_ context: CallContext) throws -> String {
      "/articles/\(try context.integer("id", default: 4))"
    }
  }

  /// Creates an article, changes only its price, and removes it.
  static let prices = ArticleSuite([.make, .edit(#"{ "price": 3 }"#), .remove])

  let service = "store"
  let variables: [SuiteVariable]
  let calls: [Call]

  /// - Parameters:
  ///   - steps: The requests, each of which is a call.
  ///   - together: The requests of an additional call, which sends them in direct succession.
  ///   - collection: The collection that contains the item.
  init(_ steps: [Step], together: [Step] = [], of collection: String = "articles") {
    variables = [SuiteVariable("id", "an item", from: .item(of: collection))]
    let single = steps.enumerated().map { index, step in
      Call(step.endpoint, "sends request \(index + 1)") { context in try await Self.send(step, context) }
    }
    let common = together.prefix(1).map { first in
      Call(first.endpoint, "sends \(together.count) requests") { context in
        var status = 0
        for step in together { status = try await Self.send(step, context) }
        return status
      }
    }
    calls = single + common
  }

  func failure(of error: any Error) -> ClientFailure { ClientFailure(.other, message: "\(error)") }

  private static func send(_ step: Step, _ context: CallContext) async throws -> Int {
    let client = try UpstreamClient()
    let body = step.body(context)
    var headers = step.headers
    headers["X-Key"] = context.credentials["key"] ?? ""
    if !body.isEmpty { headers["Content-Type"] = "application/json" }
    let request = Request(method: step.method, target: try step.path(context), headers: headers, body: Body(body))
    let exchange = await client.exchange(
      request, with: try BaseURL(parsing: context.baseURL), deadline: context.deadline)
    await client.shutdown()
    guard let status = exchange.response?.status, status < 400 else { throw CancellationError() }
    return status
  }
}
