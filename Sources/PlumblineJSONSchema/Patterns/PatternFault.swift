/// Why a pattern can not be used.
package enum PatternFault: Error, Equatable {
  /// It is no ECMA-262 pattern; or it is too large for this engine.
  case invalid(String)
  /// It uses what no linear-time engine can express; the keyword stays undecided.
  case undecided(String)
}
