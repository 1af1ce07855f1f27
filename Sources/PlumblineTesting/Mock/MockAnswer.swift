import PlumblineHTTPMessages
import PlumblineMockEngine

/// What an endpoint answers in place of what it would.
public struct MockAnswer: Sendable, Hashable {
  let plays: Override.Play

  /// A failure that the contract names: `.failure("notFound")`.
  public static func failure(_ name: String) -> MockAnswer { MockAnswer(plays: .failure(name)) }

  /// A recording of the endpoint, by its file's name: `.recording("page-2")`.
  public static func recording(_ name: String) -> MockAnswer { MockAnswer(plays: .recording(name)) }

  /// A status: recorded where it is, else as the contract has it. One that the endpoint doesn't document is drift: to
  /// see what the client makes of it, inject ``MockFault/status(_:)``.
  public static func status(_ status: Int) -> MockAnswer { MockAnswer(plays: .status(status)) }

  /// An answer that is written down in the test. It is inspected: what of it the contract doesn't have fails the test.
  public static func response(_ response: MockResponse) -> MockAnswer { MockAnswer(plays: .written(response.written)) }

  /// A JSON text: `.json(#"{"success": true, "data": []}"#)`.
  public static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> MockAnswer {
    .response(.json(text, status: status, headers: headers))
  }

  /// An answer that is made of each request, on the thread that answers: what takes long holds up other requests.
  public static func made(_ make: @escaping @Sendable (MockRequest) -> MockResponse) -> MockAnswer {
    MockAnswer(plays: .made(AnswerMaker { make(MockRequest($0)).written }))
  }
}
