import PlumblineContractModel
import PlumblineJSONTree

/// The outcome of executing a rule.
enum StateOutcome: Sendable {
  /// The rule was executed, and the response contains an item.
  case item(Shown)
  /// An item was created. The associated value is its compact text.
  case made([UInt8])
  /// The response contains a part of the items.
  case list([JSON], ListPart)
  /// Credentials were issued to a persona. They are given by name.
  case handedOut(Persona, [String: String])
  /// The client already has the current version, which the validators identify.
  case notModified(Validators)
  /// The caller was logged out.
  case loggedOut
  /// The rule couldn't be executed.
  case refused(Refusal)
  /// The rule doesn't involve the state, so the response comes from elsewhere.
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
    /// The validators of the item, or `nil` if the response doesn't contain them.
    var validators: Validators?
  }

  /// The reason why a rule couldn't be executed.
  struct Refusal: Sendable {
    /// The cause of the refusal. It determines whether a recording with the same path may be used even if the rest of
    /// its request differs.
    enum Cause: Sendable {
      case missing(isUnknown: Bool)
      case foreign
      case other
    }

    let cause: Cause
    /// The error that the contract documents, or `nil` if there is none.
    let failure: Failure?
    let status: Int
    let message: String
    /// The validators of the existing item, or `nil` if they aren't the reason for the refusal.
    var validators: Validators?
  }
}
