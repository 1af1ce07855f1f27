import PlumblineDriftDetection

extension Drift {
  /// The drift in a line, for who watches exchanges as they come.
  var liveLine: String { "\(severity) \(rule.id)\(pointer.map { " \($0)" } ?? ""): \(message)" }
}
