import PlumblineContractModel
import PlumblineJSONTree

/// A judge that reports calls to a deprecated endpoint.
struct DeprecationJudge {
  let endpoint: Endpoint
  /// The date of the call as `YYYY-MM-DD`, if known.
  let today: String?

  /// The finding. A sunset that has passed takes precedence over the deprecation.
  var finding: Finding? {
    guard endpoint.isDeprecated else { return nil }
    let deprecation = endpoint.deprecation
    let place = deprecation?.location ?? endpoint.location
    let successor = deprecation?.successor.map { " Call \($0) instead." } ?? ""
    if let sunset = deprecation?.sunset, let today, sunset < today {
      return Finding(
        .endpoint.sunsetPassed, at: JSONPointer(), expected: "no call after \(sunset)", actual: "a call on \(today)",
        contract: place, "The endpoint's sunset date was \(sunset), but clients still call it.\(successor)")
    }
    let since = deprecation?.since.map { " (since \($0))" } ?? ""
    let until = deprecation?.sunset.map { "; it may be removed after \($0)" } ?? ""
    return Finding(
      .endpoint.deprecated, at: JSONPointer(), expected: deprecation?.successor.map { "a call to \($0)" },
      contract: place, "The endpoint is deprecated\(since), but clients still call it\(until).\(successor)")
  }
}
