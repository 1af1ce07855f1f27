import PlumblineHTTPMessages

/// A request's place in the row of answers, which leave in the order in which their requests came.
struct AnswerSlot {
  /// How far an answer is.
  enum State {
    /// The responder has promised one.
    case waiting
    /// It is there and has to be held back.
    case delayed(Answer)
    case ready(Answer)
    /// `100 Continue`, for a request whose body hasn't come.
    case interim
  }

  var context: AnswerContext
  var state: State
}
