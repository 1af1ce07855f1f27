import Synchronization

/// Which variables a call asked for, and which of them nobody had given.
final class VariableLookups: Sendable {
  /// False where a default could hit something real.
  let allowsDefaults: Bool
  private let names = Mutex<(asked: [String], missing: [String])>(([], []))

  init(allowsDefaults: Bool) {
    self.allowsDefaults = allowsDefaults
  }

  func note(_ name: String, isGiven: Bool) {
    names.withLock { names in
      if !names.asked.contains(name) { names.asked.append(name) }
      if !isGiven, !names.missing.contains(name) { names.missing.append(name) }
    }
  }

  /// Every variable that was asked for, once.
  var asked: [String] { names.withLock { $0.asked } }

  /// Why the call can't be judged; `nil` when it had all that it asked for.
  var need: String? {
    let missing = names.withLock { $0.missing }
    return allowsDefaults || missing.isEmpty ? nil : VariableNeeded.sentence(missing)
  }
}
