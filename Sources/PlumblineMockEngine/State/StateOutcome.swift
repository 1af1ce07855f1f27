import PlumblineContractModel
import PlumblineJSONTree

/// What came of a rule.
enum StateOutcome: Sendable {
  /// It was done, and this is what the answer shows.
  case item(Shown)
  /// A new item was made, of which this is the text, without spaces.
  case made([UInt8])
  /// Some of the items, and how many there are.
  case list([JSON], ListPart)
  /// A credential was handed out, by the name of each.
  case handedOut(Persona, [String: String])
  /// The client has what is there already, which has these.
  case notModified(Validators)
  /// The caller's session has ended.
  case loggedOut
  /// It was not done.
  case refused(Refusal)
  /// The state has nothing to say.
  case unaffected

  /// A Boolean value that indicates whether what the rule says was done.
  var isDone: Bool {
    switch self {
    case .item, .made, .list, .handedOut, .loggedOut: true
    case .refused, .unaffected, .notModified: false
    }
  }

  /// An item in an answer.
  struct Shown: Sendable {
    let item: JSON
    /// A Boolean value that indicates whether it was made by this request.
    var isNew = false
    /// What tells its state from others, where the answer shows that.
    var validators: Validators?
  }

  /// Why something was not done.
  struct Refusal: Sendable {
    /// Whether a recording of the same path says it, whatever else was sent.
    enum Cause: Sendable {
      case missing(isUnknown: Bool)
      case foreign
      case other
    }

    let cause: Cause
    /// What the contract calls it; `nil` when it has no word for it.
    let failure: Failure?
    let status: Int
    let message: String
    /// What tells the state of what is there from others, where that is why.
    var validators: Validators?
  }
}
