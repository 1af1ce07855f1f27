extension Double {
  /// The number with at most three decimals and no exponent, in a form that is valid in both JSON and XML. It is 0 if
  /// the number isn't a valid duration.
  var thousandths: String {
    guard isFinite, self > 0 else { return "0" }
    let all = Int((min(self, 1e12) * 1000).rounded())
    let rest = String(all % 1000)
    var decimals = String(repeating: "0", count: 3 - rest.count) + rest
    while decimals.last == "0" { decimals.removeLast() }
    return decimals.isEmpty ? String(all / 1000) : "\(all / 1000).\(decimals)"
  }
}
