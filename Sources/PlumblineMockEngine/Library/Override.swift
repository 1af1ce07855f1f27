/// Makes an endpoint answer something of one's choosing, after its request was let in and found right.
package struct Override: Sendable, Hashable {
  /// What is answered.
  package enum Play: Sendable, Hashable, CustomStringConvertible {
    /// A recording of the endpoint, by its name: `not-found`.
    case recording(String)
    /// A failure of the contract, by its name: recorded where it is, else built.
    case failure(String)
    /// A status: recorded where it is, else a documented failure or success of it, else a bare failure.
    case status(Int)
    /// An answer that was written down for it.
    case written(WrittenAnswer)
    /// An answer that is made of each request.
    case made(AnswerMaker)

    package var description: String {
      switch self {
      case .recording(let name): "recording \(name)"
      case .failure(let name): "failure \(name)"
      case .status(let status): "status \(status)"
      case .written(let answer): "an answer of its own, \(answer.status)"
      case .made: "an answer made of the request"
      }
    }
  }

  /// The endpoint's id.
  package let endpoint: String
  package let plays: Play
  /// How many answers it gives before it is used up; `nil`: it stays.
  package let times: Int?
  /// Where somebody wants to know whether it was used.
  package var mark: UseMark?

  package init(endpoint: String, plays: Play, times: Int? = nil) {
    self.endpoint = endpoint
    self.plays = plays
    self.times = times
  }
}
