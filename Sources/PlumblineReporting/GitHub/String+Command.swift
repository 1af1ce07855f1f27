extension String {
  /// The text as the data of a workflow command: on one line, with the escapes that the runner undoes, and nothing in it
  /// that a terminal would obey.
  var commandData: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable.replacing("%", with: "%25") }.joined(separator: "%0A")
  }

  /// The text as a property of a workflow command, where colons and commas have a meaning too.
  var commandProperty: String {
    commandData.replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
