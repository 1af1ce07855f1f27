/// The code points of Unicode scripts.
enum UnicodeScripts {
  /// The set of `Script=…` or `Script_Extensions=…`; nil for what is not known here.
  static func set(_ name: String, property: String) -> ScalarSet? { nil }
}
