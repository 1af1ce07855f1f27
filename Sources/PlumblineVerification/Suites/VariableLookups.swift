import PlumblineReporting
import Synchronization

/// The variables that a call requested, including those that weren't set.
final class VariableLookups: Sendable {
  /// A Boolean value that indicates whether defaults are allowed. They aren't if they could affect real data.
  let allowsDefaults: Bool
  let values: [String: String]
  /// The variables whose default is never used, even if defaults are allowed.
  let withoutDefault: Set<String>
  /// The variables whose default is harmless, even if defaults aren't allowed.
  let withDefault: Set<String>
  /// The keys in the server's own lists, by variable.
  let listed: [String: [String]]
  /// The variables whose values were found in lists that no `state` describes. The values may be a different kind of
  /// key.
  let guessed: Set<String>
  /// The sources of ``values``. Values that aren't listed here were given.
  private let origins: [String: Report.UsedValue.Origin]
  /// Other values that the call used, by variable: recorded ones, and those in queries.
  private let others = Mutex<[String: String]>([:])
  private let names = Mutex<(asked: [String], missing: [String])>(([], []))
  private let lackedLogin = Mutex<String?>(nil)
  private let unsent = Mutex<String?>(nil)
  /// A closure that is called after each look-up, and returns once the process that decides on requests has received
  /// the look-ups, or `nil` if this is that process.
  private let tell: (@Sendable (VariableLookups) -> Void)?

  /// - Parameters:
  ///   - values: The values that were given or found.
  ///   - listed: The keys in the server's own lists.
  ///   - tell: A closure that is called after each look-up, before the call gets the value.
  init(
    _ values: [String: String] = [:], allowsDefaults: Bool, withoutDefault: Set<String> = [],
    withDefault: Set<String> = [], listed: [String: [String]] = [:], guessed: Set<String> = [],
    origins: [String: Report.UsedValue.Origin] = [:],
    telling tell: (@Sendable (VariableLookups) -> Void)? = nil
  ) {
    self.tell = tell
    self.guessed = guessed
    self.origins = origins
    self.values = values
    self.allowsDefaults = allowsDefaults
    self.withoutDefault = withoutDefault
    self.withDefault = withDefault
    self.listed = listed
  }

  /// Returns the value of a variable, or `nil` if the call should use its default.
  func value(_ name: String) throws(VariableNeeded) -> String? {
    let value = values[name]
    let hasDefault = withDefault.contains(name) || (allowsDefaults && !withoutDefault.contains(name))
    let isMissing = value == nil && !hasDefault
    names.withLock { names in
      if !names.asked.contains(name) { names.asked.append(name) }
      if isMissing, !names.missing.contains(name) { names.missing.append(name) }
    }
    tell?(self)
    if isMissing { throw VariableNeeded(name: name) }
    return value
  }

  /// Records variables that were requested elsewhere.
  func note(asked: [String], missing: [String]) {
    names.withLock { names in
      names.asked += asked.filter { !names.asked.contains($0) }
      names.missing += missing.filter { !names.missing.contains($0) }
    }
  }

  /// Returns a Boolean value that indicates whether the server's own list contains an item with this key.
  func lists(_ name: String, _ key: String) -> Bool { listed[name]?.contains(key) ?? false }

  /// Records a value that the call used for a variable, if it isn't the one in ``values``.
  func note(used value: String, for name: String) {
    others.withLock { $0[name] = value }
    tell?(self)
  }

  /// The other values that the call used, by variable.
  var otherValues: [String: String] { others.withLock { $0 } }

  /// The values that the call used, with their sources, in the order in which it requested them.
  var used: [(variable: String, value: String, origin: Report.UsedValue.Origin)] {
    let (asked, others) = (asked, otherValues)
    let names = asked + others.keys.filter { !asked.contains($0) }.sorted()
    return names.compactMap { name in
      if let value = others[name] { return (name, value, lists(name, value) ? .found : .given) }
      return values[name].map { (name, $0, origins[name] ?? .given) }
    }
  }

  /// Records that the call requested a login that wasn't given, or another value that it must not make up.
  func noteLoginNeeded(_ why: String) {
    lackedLogin.withLock { $0 = $0 ?? why }
    tell?(self)
  }

  /// The reason why the call lacks a login that it requested, or `nil` if there is none.
  var lackedSecret: String? { lackedLogin.withLock { $0 } }

  /// Records that the call has no request that may be sent.
  func noteUnsendable(_ why: String) {
    unsent.withLock { $0 = $0 ?? why }
    tell?(self)
  }

  /// The reason why the call has no request that may be sent, or `nil` if it has one.
  var unsendable: String? { unsent.withLock { $0 } }

  /// Every variable that was requested, without duplicates.
  var asked: [String] { names.withLock { $0.asked } }

  /// The variables whose values the server may not know, because the call used their defaults or because they are
  /// guesses.
  var defaulted: [String] { asked.filter { values[$0] == nil || guessed.contains($0) } }

  /// Every variable that the call needs and that wasn't set, without duplicates.
  var missing: [String] { names.withLock { $0.missing } }
}
