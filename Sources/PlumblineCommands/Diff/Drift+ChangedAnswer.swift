import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineVerification

extension Drift {
  /// The change as a client meets it: what its witness answers, at the place that is about; `nil` for what shows in no body.
  var changedAnswer: ChangedAnswer? {
    let prefix = ["response", "body"]
    guard severity > .notice, let place = changedPlace, Array(place.tokens.prefix(2)) == prefix,
      // What a refusal has in its body is no part of what a call succeeds with.
      status.map({ (200..<300).contains($0) }) ?? true
    else { return nil }
    return ChangedAnswer(
      change: fingerprint, endpoint: endpoint, field: JSONPointer(tokens: Array(place.tokens.dropFirst(2))),
      body: witness?.json["response"]?["body"])
  }

  /// The member itself where one is missing.
  var changedPlace: JSONPointer? {
    guard rule == Rule.change.response.field.missing, let detail else { return pointer }
    return pointer?.appending(detail)
  }
}
