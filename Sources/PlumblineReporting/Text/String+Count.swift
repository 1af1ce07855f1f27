extension String {
  /// A number and its noun: "1 call", "3 calls", "2 matches".
  package static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(number) " + (number == 1 ? noun : plural ?? noun + "s")
  }
}
