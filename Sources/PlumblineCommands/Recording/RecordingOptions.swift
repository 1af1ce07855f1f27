/// The options by which commands say which exchanges become recordings.
enum RecordingOptions {
  static let onePerAnswer = OptionSpecification(
    "--one-per-answer", nil,
    "Makes a recording only of an answer that shows what none of the endpoint's recordings shows: a status, a member, null or "
      + "a listed value. Without it each request that differs has a recording of its own.")

  static let refresh = OptionSpecification(
    "--refresh", nil,
    "Writes new answers to requests that were recorded before in the place of the old ones. Without it only an answer with a "
      + "status, member, null or listed value that no recording shows makes a file beside the old one.")
}
