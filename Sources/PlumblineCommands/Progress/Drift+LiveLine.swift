import PlumblineDriftDetection

extension Drift {
  /// The drift as a single line, for watching exchanges live.
  var liveLine: String { "\(severity) \(rule.id)\(pointer.map { " \($0)" } ?? ""): \(message)" }
}
