import PlumblineContractModel
import PlumblineJSONTree

/// The outcome of a rule.
enum StateOutcome: Sendable {
  /// The rule was carried out, and the response shows this.
  case item(Shown)
  /// A new item was made, with this text, without spaces.
  case made([UInt8])
  /// A part of the items, with the total.
  case list([JSON], ListPart)
  /// Credentials were handed out, by name.
  case handedOut(Persona, [String: String])
  /// The client has the current version already, which has these validators.
  case notModified(Validators)
  /// The caller's session has ended.
  case loggedOut
  /// The rule was refused.
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

  /// An item in a response.
  struct Shown: Sendable {
    let item: JSON
    /// A Boolean value that indicates whether this request made it.
    var isNew = false
    /// The validators of the item's state, if the response shows them.
    var validators: Validators?
  }

  /// The reason why a rule was refused.
  struct Refusal: Sendable {
    /// The cause, which decides whether a recording of the same path may answer, whatever else was sent.
    enum Cause: Sendable {
      case missing(isUnknown: Bool)
      case foreign
      case other
    }

    let cause: Cause
    /// The contract's failure; `nil` if it documents none.
    let failure: Failure?
    let status: Int
    let message: String
    /// The validators of the existing item, if they are the reason.
    var validators: Validators?
  }
}
