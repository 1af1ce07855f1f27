import PlumblineJSONTree

/// A response that a change makes possible, as a client would receive it.
package struct ChangedAnswer: Sendable {
  /// The fingerprint of the finding that describes the change.
  package let change: String
  /// The endpoint's id in the old contract.
  package let endpoint: String
  /// The place in the body, such as `/data/items/*/id`, or the root for the whole body.
  package let field: JSONPointer
  /// A complete body that shows the change, or `nil` if the field is now simply missing.
  package let body: JSON?
  /// A new status of the response, with the old body or, with ``isEmpty``, without a body.
  package var status: Int?
  /// A Boolean value that indicates whether the body is now empty.
  package var isEmpty = false

  package init(change: String, endpoint: String, field: JSONPointer, body: JSON?) {
    self.change = change
    self.endpoint = endpoint
    self.field = field
    self.body = body
  }

  /// The value at the place, or `nil` if there is none.
  var value: JSON? { body.flatMap { body in body.place(of: field).flatMap { body.at($0) } } }
}

/// The impact of a change on one call of a client.
package struct CallImpact: Sendable, Hashable {
  /// The effect on the call.
  package enum Effect: Sendable, Hashable {
    /// The call fails although it succeeded before.
    case fails(ClientFailure)
    /// The call has no result before its deadline.
    case hangs
    /// The call succeeds, and the decoded value shows the change.
    case showsIt
    /// The call succeeds with the same decoded value, because it doesn't read the changed one.
    case ignoresIt
    /// The call succeeds, but it is unknown whether it shows the change.
    case goesOn
    /// The call sends a request that is no longer accepted, for the given reason.
    case sendsIt(String)
    /// The call wasn't tried, for the given reason, so it is unknown whether it breaks.
    case isNotAsked(String)

    /// A Boolean value that indicates whether the call no longer works as before.
    package var breaks: Bool {
      switch self {
      case .fails, .hangs, .sendsIt: true
      case .showsIt, .ignoresIt, .goesOn, .isNotAsked: false
      }
    }
  }

  /// The fingerprint of the change, or `nil` for a request that is no longer accepted, which may have several causes.
  package let change: String?
  /// The endpoint that the call belongs to.
  package let endpoint: String
  package let call: String
  /// The endpoint whose response has changed, or `nil` for the call's own. A call may send other reads first.
  package var answer: String?
  package let effect: Effect
}
