/// An option that a command takes.
struct OptionSpecification: Sendable {
  /// With its dashes: `--port`.
  let name: String
  /// What its value is called in the help; `nil` for an option without a value.
  let value: String?
  /// One line for the help.
  let help: String

  init(_ name: String, _ value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }
}
