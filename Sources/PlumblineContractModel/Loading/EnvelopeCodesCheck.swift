import PlumblineJSONTree

/// A check that error codes fit into the envelope's slot for them.
struct EnvelopeCodesCheck {
  let envelope: Envelope
  let log: ProblemLog

  func check(_ failures: [Failure]) {
    for failure in failures where failure.isEnveloped && !failure.codes.isEmpty {
      guard let place = envelope.errorCode else {
        if failure.codePlace == nil {
          log.error(
            failure.location,
            "\(failure.name) has \"codes\", but the envelope has no slot for them; give it an \"errorCode\".")
        }
        continue
      }
      if let own = failure.codePlace, own != place {
        log.error(
          failure.location,
          "\(failure.name) is sent in the envelope, whose errorCode is \"\(Envelope.name(of: place))\"; "
            + "\"code\" applies only to errors with their own body.")
      }
      if let flag = envelope.flag, flag.place == place { check(failure, flag) }
    }
  }

  /// Checks that a code in the flag's slot is read as an error.
  private func check(_ failure: Failure, _ flag: Envelope.Flag) {
    for code in failure.codes where flag.meaning(of: code.json) != false {
      let reason =
        flag.success.contains(code.json)
        ? "is also the flag's value for success: remove it from the flag's \"success\", or give the error another code"
        : "isn't one of the failure values of the flag, which is the same member: add it to the flag's \"failure\""
      log.error(failure.location, "The code \(code.json.text) of \(failure.name) \(reason).")
    }
  }
}
