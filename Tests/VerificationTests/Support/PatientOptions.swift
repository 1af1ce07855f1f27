import PlumblineVerification

extension VerifierOptions {
  /// The options for a busy machine. A call has an hour unless a test specifies a different time.
  var patient: VerifierOptions {
    var options = self
    if options.deadline == VerifierOptions().deadline { options.deadline = .seconds(3600) }
    return options
  }
}
