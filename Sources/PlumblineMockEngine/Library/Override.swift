/// A stub: a chosen response of an endpoint, sent once the request has been admitted and validated.
package struct Override: Sendable, Hashable {
  /// The response to send.
  package enum Play: Sendable, Hashable, CustomStringConvertible {
    /// A recording of the endpoint, by its name, such as `not-found`.
    case recording(String)
    /// An error of the contract, by its name: recorded if there is one, otherwise generated.
    case failure(String)
    /// A status: recorded if there is one, otherwise a documented error or success with it, otherwise a bare error.
    case status(Int)
    /// A hand-written response.
    case written(WrittenAnswer)
    /// A response that is computed for each request.
    case made(AnswerMaker)

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
  /// The number of responses before it is used up, or `nil` for unlimited.
  package let times: Int?
  /// Records that the stub was used, if the caller asks for that.
  package var mark: UseMark?

  package init(endpoint: String, plays: Play, times: Int? = nil) {
    self.endpoint = endpoint
    self.plays = plays
    self.times = times
  }
}
