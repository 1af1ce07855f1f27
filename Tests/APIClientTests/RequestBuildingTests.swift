import Foundation
import PlumblineAPIClient
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct RequestBuildingTests {
  private let base = URL(string: "http://127.0.0.1:4010")

  private func build(_ request: APIRequest, base: String = "http://127.0.0.1:4010") throws -> URLRequest {
    try request.urlRequest(baseURL: try #require(URL(string: base)), apiKey: "demo-key", token: "agent-token")
  }

  @Test func `a request carries the key, the token and JSON types`() throws {
    let request = try build(APIRequest(.put, "/api/v2/tickets/\(1042)", body: ["subject": "Dock"]))
    #expect(request.httpMethod == "PUT")
    #expect(request.url?.absoluteString == "http://127.0.0.1:4010/api/v2/tickets/1042")
    #expect(request.value(forHTTPHeaderField: "X-API-Key") == "demo-key")
    #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer agent-token")
    #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
    #expect(request.value(forHTTPHeaderField: "Accept") == "application/json")
    #expect(request.httpBody == Data(#"{"subject":"Dock"}"#.utf8))
  }

  @Test func `a request without a body has no content type`() throws {
    let request = try build(APIRequest(.get, "/api/v2/tickets"))
    #expect(request.httpBody == nil)
    #expect(request.value(forHTTPHeaderField: "Content-Type") == nil)
  }

  @Test func `missing credentials leave their headers out`() throws {
    let url = try #require(base)
    let request = try APIRequest(.get, "/a").urlRequest(baseURL: url, apiKey: nil, token: nil)
    #expect(request.value(forHTTPHeaderField: "X-API-Key") == nil)
    #expect(request.value(forHTTPHeaderField: "Authorization") == nil)
  }

  @Test func `a login does not send the old token`() throws {
    let request = try build(APIRequest(.post, "/login", sendsToken: false))
    #expect(request.value(forHTTPHeaderField: "Authorization") == nil)
    #expect(request.value(forHTTPHeaderField: "X-API-Key") == "demo-key")
  }

  @Test func `query values are encoded, plus signs and spaces too`() throws {
    let query = [QueryItem("search", "a+b c&d=é/?"), QueryItem("page", 2), QueryItem("left_out", String?.none)]
    let request = try build(APIRequest(.get, "/api/v1/users", query: query))
    #expect(
      request.url?.absoluteString
        == "http://127.0.0.1:4010/api/v1/users?search=a%2Bb%20c%26d%3D%C3%A9%2F%3F&page=2")
  }

  @Test(arguments: [
    ("a/b", "/w/a%2Fb/data"), ("..", "/w/%2E%2E/data"), (".", "/w/%2E/data"), ("a b?c#d", "/w/a%20b%3Fc%23d/data"),
    ("ticket_counts", "/w/ticket_counts/data"), ("50%", "/w/50%25/data"),
  ])
  func `a value in a path is one encoded segment`(value: String, path: String) throws {
    let request = try build(APIRequest(.get, "/w/\(value)/data"))
    #expect(request.url?.absoluteString == "http://127.0.0.1:4010" + path)
  }

  @Test func `a base URL keeps its path and loses its query`() throws {
    let request = try build(APIRequest(.get, "/a/b"), base: "https://www.truelog.site/mock/?x=1#y")
    #expect(request.url?.absoluteString == "https://www.truelog.site/mock/a/b")
  }

  @Test func `a base URL without a host is refused`() throws {
    let error = #expect(throws: APIError.self) { try build(APIRequest(.get, "/a"), base: "just-a-word") }
    guard case .networkError(let cause as URLError) = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    #expect(cause.code == .badURL)
  }

  @Test func `equal bodies give equal bytes`() throws {
    let request = try build(APIRequest(.post, "/a", body: ["b": "/x", "a": "1", "c": "3"]))
    #expect(request.httpBody == Data(#"{"a":"1","b":"/x","c":"3"}"#.utf8))
  }
}
