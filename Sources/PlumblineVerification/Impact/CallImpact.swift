import PlumblineJSONTree

/// A response that a contract change makes possible, as a client would receive it.
package struct ChangedResponse: Sendable {
  /// The fingerprint of the finding that describes the change.
  package let change: String
  /// The endpoint's id in the old contract.
  package let endpoint: String
  /// The pointer to the changed field in the body, such as `/data/items/*/id`, or the root for the whole body.
  package let field: JSONPointer
  /// A complete body that shows the change, or `nil` if the field is now missing.
  package let body: JSON?
  /// The response's new status. The response has the old body or, if ``isEmpty`` is `true`, no body.
  package var status: Int?
  /// A Boolean value that indicates whether the body is now empty.
  package var isEmpty = false

  package init(change: String, endpoint: String, field: JSONPointer, body: JSON?) {
    self.change = change
    self.endpoint = endpoint
    self.field = field
    self.body = body
  }

  /// The value of the changed field, or `nil` if there is none.
  var value: JSON? { body.flatMap { body in body.place(of: field).flatMap { body.at($0) } } }
}

/// The impact of a change on one of a client's calls.
package struct CallImpact: Sendable, Hashable {
  /// The effect on the call.
  package enum Effect: Sendable, Hashable {
    /// The call fails although it succeeded before.
    case fails(ClientFailure)
    /// The call doesn't finish before its deadline.
    case hangs
    /// The call succeeds, and the decoded value shows the change.
    case showsIt
    /// The call succeeds with the same decoded value, because the client doesn't read the changed one.
    case ignoresIt
    /// The call succeeds, but it is unknown whether it shows the change.
    case goesOn
    /// The call sends a request that is no longer accepted, for the given reason.
    case sendsIt(String)
    /// The call wasn't tried, for the given reason. It is unknown whether it breaks.
    case isNotAsked(String)

    /// A Boolean value that indicates whether the call no longer works as before.
    package var breaks: Bool {
      switch self {
      case .fails, .hangs, .sendsIt: true
      case .showsIt, .ignoresIt, .goesOn, .isNotAsked: false
      }
    }
  }

  /// The fingerprint of the change, or `nil` for a request that is no longer accepted. That may have several causes.
  package let change: String?
  /// The endpoint that the call belongs to.
  package let endpoint: String
  package let call: String
  /// The endpoint whose response has changed, or `nil` if it is the call's own. A call may first send requests to other
  /// endpoints.
  package var answer: String?
  package let effect: Effect
}
