import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblinePact

/// A provider's state handler at a URL. As Pact's own verifiers do, it is called with a POST that contains the state,
/// its parameters, and the action.
package struct PactStates: Sendable {
  enum Action: String, Sendable {
    case setup
    case teardown
  }

  /// The reason why a state couldn't be changed. It completes a sentence.
  struct Failure: Error, Sendable {
    let reason: String
  }

  private let responder: any Responder
  private let target: String

  /// - Parameters:
  ///   - url: The handler's address.
  ///   - responder: The responder that forwards requests to the handler.
  package init(_ url: BaseURL, through responder: any Responder) {
    self.responder = responder
    // The responder adds the path of its URL.
    target = url.path.isEmpty ? "/" : ""
  }

  /// Asks the handler to set up or tear down a state, and returns the handler's values for generators.
  func change(
    _ state: PactInteraction.State, by action: Action, for consumer: String
  ) async throws(Failure) -> [String: JSON] {
    let parameters = JSON.object(state.parameters.map { ($0.name, $0.value) })
    let body = JSON.object([
      ("consumer", JSON(consumer)), ("state", JSON(state.name)), ("params", parameters),
      ("action", JSON(action.rawValue)),
    ])
    let request = Request(
      method: .post, target: target, headers: ["Content-Type": "application/json"], body: Body(body.serialized()))
    let answer = await responder.answer(to: request)
    switch answer.outcome {
    case .failure(let failure): throw Failure(reason: "the states URL can't be reached: \(failure.message)")
    case .response(let response):
      guard (200...299).contains(response.status) else {
        throw Failure(reason: "the states URL responded with \(response.status)")
      }
      guard let bytes = response.body.bytes, let json = try? JSON.parse(bytes) else { return [:] }
      return Dictionary(json.members.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last })
    }
  }
}
