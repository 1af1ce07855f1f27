import PlumblineJSONTree

/// A response that a service may give from now on and didn't before, as a client is shown it.
package struct ChangedAnswer: Sendable {
  /// The fingerprint of the finding that describes the change.
  package let change: String
  /// The id of the endpoint, as the old contract has it.
  package let endpoint: String
  /// The place in the body: `/data/items/*/id`; the root for a body as a whole.
  package let field: JSONPointer
  /// A whole body that shows it; nil if the field is just not there any more.
  package let body: JSON?
  /// Another status that the response may have, with the body as it was or, with ``isEmpty``, without any.
  package var status: Int?
  /// A Boolean value that indicates whether nothing comes in the body any more.
  package var isEmpty = false

  package init(change: String, endpoint: String, field: JSONPointer, body: JSON?) {
    self.change = change
    self.endpoint = endpoint
    self.field = field
    self.body = body
  }

  /// The value at the place; `nil` if there is none.
  var value: JSON? { body.flatMap { body in body.place(of: field).flatMap { body.at($0) } } }
}

/// The impact of a change on one call of a client.
package struct CallImpact: Sendable, Hashable {
  /// The effect on the call.
  package enum Effect: Sendable, Hashable {
    /// It fails although it succeeded before.
    case fails(ClientFailure)
    /// It has no result before its deadline.
    case hangs
    /// It goes on, and the decoded value shows the change.
    case showsIt
    /// It goes on and decodes the same: it doesn't read the changed value.
    case ignoresIt
    /// It goes on; whether it shows the change isn't known.
    case goesOn
    /// It sends a request that is no longer accepted, in words.
    case sendsIt(String)
    /// It wasn't asked, for the reason in words: whether it breaks isn't known.
    case isNotAsked(String)

    /// A Boolean value that indicates whether the call no longer works as before.
    package var breaks: Bool {
      switch self {
      case .fails, .hangs, .sendsIt: true
      case .showsIt, .ignoresIt, .goesOn, .isNotAsked: false
      }
    }
  }

  /// The fingerprint of the change; `nil` for a request that is no longer accepted, which may have several causes.
  package let change: String?
  /// The endpoint that the call belongs to.
  package let endpoint: String
  package let call: String
  /// The endpoint whose response is another; `nil` for the call's own. A call may read other things before.
  package var answer: String?
  package let effect: Effect
}
