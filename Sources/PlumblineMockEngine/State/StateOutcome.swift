import PlumblineContractModel
import PlumblineJSONTree

/// What came of a rule.
enum StateOutcome: Sendable {
  /// It was done, and this is what the answer shows.
  case item(JSON)
  /// A new item was made, of which this is the text, without spaces.
  case made([UInt8])
  /// Some of the items, and how many there are.
  case list([JSON], ListPart)
  /// A credential was handed out, by the name of each.
  case handedOut(Persona, [String: String])
  /// The caller's session has ended.
  case loggedOut
  /// It was not done.
  case refused(Refusal)
  /// The state has nothing to say.
  case unaffected

  /// Whether what the rule says was done.
  var isDone: Bool {
    switch self {
    case .item, .made, .list, .handedOut, .loggedOut: true
    case .refused, .unaffected: false
    }
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
  }
}

/// Which part of a list an answer holds.
struct ListPart: Sendable {
  let page: Int
  let size: Int
  let total: Int
  /// The page's number and its size as they were asked for, where they are more than can be counted.
  var beyond: (page: JSON?, size: JSON?) = (nil, nil)

  var pages: Int { total == 0 ? 0 : (total - 1) / max(1, size) + 1 }

  func value(_ role: Paging.Role) -> JSON {
    switch role {
    case .page: beyond.page ?? JSON(page)
    case .size: beyond.size ?? JSON(size)
    case .total: JSON(total)
    case .pages: JSON(pages)
    case .more: JSON(page < pages)
    }
  }

  /// The members that tell it.
  func members(_ paging: [Paging]) -> [(String, JSON)] { paging.map { ($0.name, value($0.role)) } }
}
