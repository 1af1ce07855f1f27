import PlumblineContractModel
import PlumblineJSONTree

/// The outcome of a rule.
enum StateOutcome: Sendable {
  /// The rule was executed, and the response shows an item.
  case item(Shown)
  /// A new item was created, with the given compact text.
  case made([UInt8])
  /// The response shows a part of the items, with the total.
  case list([JSON], ListPart)
  /// Credentials were issued, by name.
  case handedOut(Persona, [String: String])
  /// The client already has the current version, which has these validators.
  case notModified(Validators)
  /// The caller's session has ended.
  case loggedOut
  /// The rule was rejected.
  case refused(Refusal)
  /// The rule has no effect on the state, so the response comes from elsewhere.
  case unaffected

  /// A Boolean value that indicates whether the rule was executed.
  var isDone: Bool {
    switch self {
    case .item, .made, .list, .handedOut, .loggedOut: true
    case .refused, .unaffected, .notModified: false
    }
  }

  /// An item in a response.
  struct Shown: Sendable {
    let item: JSON
    /// A Boolean value that indicates whether this request created the item.
    var isNew = false
    /// The validators of the item's state, if the response shows them.
    var validators: Validators?
  }

  /// The reason why a rule was rejected.
  struct Refusal: Sendable {
    /// The cause, which determines whether a recording of the same path may be used, regardless of the rest of the
    /// request.
    enum Cause: Sendable {
      case missing(isUnknown: Bool)
      case foreign
      case other
    }

    let cause: Cause
    /// The contract's error, or `nil` if it documents none.
    let failure: Failure?
    let status: Int
    let message: String
    /// The validators of the existing item, if they are the reason for the rejection.
    var validators: Validators?
  }
}
