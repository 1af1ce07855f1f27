import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineVerification

extension Drift {
  /// Returns the change as a client sees it: the witness's response at the changed location. Returns `nil` if the
  /// response to a successful call can't contain the change.
  ///
  /// - Parameter new: The new contract. If it is `nil`, a change that concerns only a status is ignored.
  func changedAnswer(in new: Contract?) -> ChangedResponse? {
    guard severity > .notice, status.map({ (200..<300).contains($0) }) ?? true else { return nil }
    if rule == Rule.change.response.status.added, let status,
      let answer = new?.endpoint(endpoint)?.answers(at: status).first
    {
      var changed = ChangedResponse(change: fingerprint, endpoint: endpoint, field: JSONPointer(), body: nil)
      changed.status = status
      if case .empty = answer.content { changed.isEmpty = true }
      return changed
    }
    guard let place = changedPlace, Array(place.tokens.prefix(2)) == ["response", "body"] else { return nil }
    return ChangedResponse(
      change: fingerprint, endpoint: endpoint, field: JSONPointer(tokens: Array(place.tokens.dropFirst(2))),
      body: witness?.json["response"]?["body"])
  }

  /// Returns a Boolean value that indicates whether the change is about responses but can't be played to a client.
  func isUnplayed(in new: Contract?) -> Bool {
    severity > .notice && waived == nil && rule.isAbout(.response, of: .change) && changedAnswer(in: new) == nil
      // The removal of a status is visible in the status that replaces it.
      && rule != Rule.change.response.status.removed
  }

  /// The location of the change. If a member is missing, this is the location of the member itself.
  var changedPlace: JSONPointer? {
    if rule == Rule.change.response.status.added { return "/response/status" }
    guard rule == Rule.change.response.field.missing, let detail else { return pointer }
    return pointer?.appending(detail)
  }
}
