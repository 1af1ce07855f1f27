/// The options that select the exchanges to record.
enum RecordingOptions {
  static let onePerAnswer = OptionSpecification(
    "--one-per-answer", nil,
    "Record a response only if it has something that the endpoint's recordings lack: a status, a member, a null or an "
      + "enum value. By default each different request gets its own recording.")

  static let refresh = OptionSpecification(
    "--refresh", nil,
    "Overwrite the recordings of requests that were recorded before. By default they are kept, and a response with a new "
      + "status, member, null or enum value goes into a file beside the old one.")
}
