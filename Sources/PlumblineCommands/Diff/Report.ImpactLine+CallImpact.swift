import PlumblineJSONTree
import PlumblineReporting
import PlumblineVerification

extension Report.ImpactLine {
  /// Creates a line for a call that a change breaks.
  ///
  /// - Parameters:
  ///   - place: The location of the change.
  ///   - release: The released version that makes the call.
  init(_ impact: CallImpact, of service: String, at place: JSONPointer?, release: String? = nil) {
    let (effect, message) = impact.effect.line
    self.init(
      service: service, endpoint: impact.endpoint, call: impact.call, release: release,
      change: impact.change, place: place?.description, answer: impact.answer, effect: effect,
      message: message)
  }
}

extension CallImpact.Effect {
  fileprivate var line: (Report.ImpactLine.Effect, String) {
    switch self {
    case .fails(let failure):
      let path = failure.codingPath.flatMap { $0.isEmpty ? nil : " at \($0)" } ?? ""
      // A crash has no kind, and its message says everything.
      let isKindless = failure.kind == .other && path.isEmpty
      return (.fails, isKindless ? failure.message : "\(failure.kind.rawValue)\(path): \(failure.message)")
    case .hangs: return (.hangs, "")
    case .showsIt: return (.shows, "")
    case .ignoresIt: return (.ignores, "")
    case .goesOn: return (.succeeds, "")
    case .sendsIt(let text): return (.refused, text)
    case .isNotAsked(let reason): return (.notAsked, reason)
    }
  }
}
