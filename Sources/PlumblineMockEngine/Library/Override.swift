/// A stub: a response that is used instead of the endpoint's usual one, once the request has been admitted and
/// validated.
package struct Override: Sendable, Hashable {
  /// The response to send.
  package enum Play: Sendable, Hashable, CustomStringConvertible {
    /// A recording of the endpoint, by name, such as `not-found`.
    case recording(String)
    /// An error that the contract declares, by name. The response is a recording if there is one, and is generated
    /// otherwise.
    case failure(String)
    /// A status. The response is a recording with that status if there is one, otherwise a documented error or success,
    /// and otherwise a bare error.
    case status(Int)
    /// A hand-written response.
    case written(StubResponse)
    /// A response that a closure creates for each request.
    case made(ResponseMaker)

    package var description: String {
      switch self {
      case .recording(let name): "recording \(name)"
      case .failure(let name): "error \(name)"
      case .status(let status): "status \(status)"
      case .written(let answer): "a custom response, \(answer.status)"
      case .made: "a response made from the request"
      }
    }
  }

  /// The endpoint's id.
  package let endpoint: String
  package let plays: Play
  /// The number of times that the stub is used, or `nil` if that is unlimited.
  package let times: Int?
  /// A mark that is set when the stub is used, if its creator needs to know.
  package var mark: UseMark?

  package init(endpoint: String, plays: Play, times: Int? = nil) {
    self.endpoint = endpoint
    self.plays = plays
    self.times = times
  }
}
