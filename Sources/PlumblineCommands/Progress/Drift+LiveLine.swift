import PlumblineDriftDetection

extension Drift {
  /// The drift in one line, for watching exchanges live.
  var liveLine: String { "\(severity) \(rule.id)\(pointer.map { " \($0)" } ?? ""): \(message)" }
}
