import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineVerification

extension Drift {
  /// Returns the change from a client's point of view: the witness's response at the changed location; `nil` if it
  /// can't be part of a successful call's response.
  ///
  /// - Parameter new: the new contract; without it, a status alone is ignored.
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

  /// Returns a Boolean value that indicates whether the change is about responses and can't be shown to a client.
  func isUnplayed(in new: Contract?) -> Bool {
    severity > .notice && waived == nil && rule.isAbout(.response, of: .change) && changedAnswer(in: new) == nil
      // The removal of a status is visible in its replacement.
      && rule != Rule.change.response.status.removed
  }

  /// The missing member itself, if one is missing.
  var changedPlace: JSONPointer? {
    if rule == Rule.change.response.status.added { return "/response/status" }
    guard rule == Rule.change.response.field.missing, let detail else { return pointer }
    return pointer?.appending(detail)
  }
}
