import PlumblineVerification

extension VerifierOptions {
  /// The options for a machine that has other things to do: where nothing else was said, a call has an hour.
  var patient: VerifierOptions {
    var options = self
    if options.deadline == VerifierOptions().deadline { options.deadline = .seconds(3600) }
    return options
  }
}
