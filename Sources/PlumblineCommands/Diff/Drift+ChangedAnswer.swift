import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineVerification

extension Drift {
  /// The change as a client meets it: what its witness answers, at the place that is about; `nil` for what can't be put into
  /// the answer of a call that succeeds.
  ///
  /// - Parameter new: the contract that is to come; without it a status alone is nothing.
  func changedAnswer(in new: Contract?) -> ChangedAnswer? {
    guard severity > .notice, status.map({ (200..<300).contains($0) }) ?? true else { return nil }
    if rule == Rule.change.response.status.added, let status,
      let answer = new?.endpoint(endpoint)?.answers(at: status).first
    {
      var changed = ChangedAnswer(change: fingerprint, endpoint: endpoint, field: JSONPointer(), body: nil)
      changed.status = status
      if case .empty = answer.content { changed.isEmpty = true }
      return changed
    }
    guard let place = changedPlace, Array(place.tokens.prefix(2)) == ["response", "body"] else { return nil }
    return ChangedAnswer(
      change: fingerprint, endpoint: endpoint, field: JSONPointer(tokens: Array(place.tokens.dropFirst(2))),
      body: witness?.json["response"]?["body"])
  }

  /// Returns a Boolean value that indicates whether it is about answers and can't be shown to a client.
  func isUnplayed(in new: Contract?) -> Bool {
    severity > .notice && waived == nil && rule.id.hasPrefix("change.response.") && changedAnswer(in: new) == nil
      // That a status comes no more is told by what comes instead.
      && rule != Rule.change.response.status.removed
  }

  /// The member itself where one is missing.
  var changedPlace: JSONPointer? {
    if rule == Rule.change.response.status.added { return "/response/status" }
    guard rule == Rule.change.response.field.missing, let detail else { return pointer }
    return pointer?.appending(detail)
  }
}
