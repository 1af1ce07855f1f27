import PlumblineHTTPMessages
import PlumblineMockEngine

/// A response that overrides an endpoint's own.
public struct MockAnswer: Sendable, Hashable {
  let plays: Override.Play

  /// Returns an error that the contract names, such as `.failure("notFound")`.
  public static func failure(_ name: String) -> MockAnswer { MockAnswer(plays: .failure(name)) }

  /// Returns one of the endpoint's recordings by its file name, such as `.recording("page-2")`.
  public static func recording(_ name: String) -> MockAnswer { MockAnswer(plays: .recording(name)) }

  /// Returns a response with a status: from a recording if there is one, or else as defined by the contract. A status
  /// that the endpoint doesn't document is drift. To test how the client handles one, inject ``MockFault/status(_:)``.
  public static func status(_ status: Int) -> MockAnswer { MockAnswer(plays: .status(status)) }

  /// Returns a response written in the test. It is inspected like any other response, so a part that the contract
  /// doesn't document fails the test.
  public static func response(_ response: MockResponse) -> MockAnswer { MockAnswer(plays: .written(response.written)) }

  /// Returns a response with a JSON text, such as `.json(#"{"success": true, "data": []}"#)`.
  public static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> MockAnswer {
    .response(.json(text, status: status, headers: headers))
  }

  /// Returns a response that is computed from each request on the thread that serves it. Slow code delays other
  /// requests.
  public static func made(_ make: @escaping @Sendable (MockRequest) -> MockResponse) -> MockAnswer {
    MockAnswer(plays: .made(ResponseMaker { make(MockRequest($0)).written }))
  }
}
