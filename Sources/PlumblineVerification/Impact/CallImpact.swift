import PlumblineJSONTree

/// What a service may answer from now on and didn't before, as a client is shown it.
package struct ChangedAnswer: Sendable {
  /// What names the change: a finding's fingerprint.
  package let change: String
  /// The id of the endpoint, as the old contract has it.
  package let endpoint: String
  /// Where in the body: `/data/items/*/id`; the root for a body as a whole.
  package let field: JSONPointer
  /// A whole body that shows it; nil where the field is just not there any more.
  package let body: JSON?
  /// Another status that the answer may have, with the body as it was or, with ``isEmpty``, without any.
  package var status: Int?
  /// A Boolean value that indicates whether nothing comes in the body any more.
  package var isEmpty = false

  package init(change: String, endpoint: String, field: JSONPointer, body: JSON?) {
    self.change = change
    self.endpoint = endpoint
    self.field = field
    self.body = body
  }

  /// What comes at the place; `nil` where nothing does.
  var value: JSON? { body.flatMap { body in body.place(of: field).flatMap { body.at($0) } } }
}

/// What a change does to one call of a client.
package struct CallImpact: Sendable, Hashable {
  /// What becomes of the call.
  package enum Effect: Sendable, Hashable {
    /// It fails where it succeeded before.
    case fails(ClientFailure)
    /// It has no result before its deadline.
    case hangs
    /// It goes on, and what it decoded shows the change.
    case showsIt
    /// It goes on and decodes the same: nobody reads what has changed.
    case ignoresIt
    /// It goes on; whether it shows the change can't be told.
    case goesOn
    /// It sends what is no longer taken, in words.
    case sendsIt(String)
    /// It wasn't asked, for the reason in words: whether it breaks isn't known.
    case isNotAsked(String)

    /// A Boolean value that indicates whether the call doesn't do any more what it did.
    package var breaks: Bool {
      switch self {
      case .fails, .hangs, .sendsIt: true
      case .showsIt, .ignoresIt, .goesOn, .isNotAsked: false
      }
    }
  }

  /// What names the change; `nil` for a request that is no longer taken, which several changes may be the cause of.
  package let change: String?
  /// The endpoint that the call belongs to.
  package let endpoint: String
  package let call: String
  /// The endpoint whose answer is another; `nil` for the call's own. A call may read other things before.
  package var answer: String?
  package let effect: Effect
}
