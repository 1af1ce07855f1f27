import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineInference
import Testing

/// Header fields in which a client describes itself. A draft doesn't require them if only one client sent them.
@Suite struct ClientFieldTests {
  private func exchange(_ headers: HeaderFields) -> Exchange {
    Exchange(
      request: Request(method: .get, target: "/v1/models", headers: headers),
      response: Response(status: 200, headers: ["Content-Type": "application/json"], body: Body(#"{ "n": 1 }"#)))
  }

  private func endpoint(_ exchanges: [Exchange]) throws -> Endpoint {
    let draft = ContractInference(service: "chat", source: "a test")
      .draft(exchanges.compactMap { SeenExchange($0, origin: nil) })
    return try #require(ContractLoader.load(draft.files).contract?.endpoints.first)
  }

  @Test func `a client library's own fields aren't parameters`() throws {
    let telemetry: HeaderFields = [
      "X-Stainless-Lang": "python", "X-Stainless-Retry-Count": "0", "X-Client-Version": "4",
      "X-Goog-Api-Client": "gl/1", "X-Amz-User-Agent": "aws/3", "Sentry-Trace": "1-2", "Baggage": "a=b",
      "Traceparent": "00-1-2-01", "User-Agent": "OpenAI/Python",
    ]
    let drafted = try endpoint(Array(repeating: exchange(telemetry), count: 5))
    #expect(drafted.headers.map(\.name) == [])
  }

  @Test func `an x- field is required where more than one user agent sends it`() throws {
    let one = exchange(["X-Tenant": "red", "User-Agent": "app/1"])
    let other = exchange(["X-Tenant": "blue", "User-Agent": "curl/8"])
    let ofOne = try endpoint(Array(repeating: one, count: 5))
    #expect(ofOne.headers.map(\.name) == ["X-Tenant"])
    #expect(ofOne.headers.filter(\.isRequired).map(\.name) == [])
    let ofTwo = try endpoint([one, one, other, other, one])
    #expect(ofTwo.headers.filter(\.isRequired).map(\.name) == ["X-Tenant"])
  }

  @Test func `other fields that all requests had are required, regardless of the caller`() throws {
    let drafted = try endpoint(Array(repeating: exchange(["Notion-Version": "2022-06-28"]), count: 5))
    #expect(drafted.headers.filter(\.isRequired).map(\.name) == ["Notion-Version"])
  }
}
