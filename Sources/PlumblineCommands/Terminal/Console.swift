import PlumblineContractModel
import PlumblineReporting
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The setting that determines whether results have colors.
package enum ColourChoice: String, CaseIterable, Sendable {
  case always
  /// Results have colors on a terminal that shows them, unless `NO_COLOR` (https://no-color.org) is set.
  case auto
  case never

  /// Reads the choice from the command line, as far as that is possible before the command is known.
  package init(_ words: [String]) {
    let options = words.prefix { $0 != "--" }
    let joined = options.last { $0.hasPrefix("--color=") }.map { String($0.dropFirst("--color=".count)) }
    let parted = options.lastIndex(of: "--color").flatMap { $0 + 1 < options.endIndex ? options[$0 + 1] : nil }
    self = (joined ?? parted).flatMap(ColourChoice.init) ?? .auto
  }
}

/// The two outputs of a command, one for results and one for errors and progress.
///
/// Every write reaches its sink at once, so that a line is visible in a pipe as soon as it is printed. Lines are
/// written under a lock, so that lines from different threads never mix.
package final class Console: Sendable {
  /// A Boolean value that indicates whether results go to a terminal, where a person reads them.
  let isTerminal: Bool
  /// A Boolean value that indicates whether results go to a terminal that shows colors.
  let hasColour: Bool
  /// A Boolean value that indicates whether progress can be shown and erased.
  let showsProgress: Bool
  /// The width of the terminal in columns, or 80 if there is none.
  let width: Int

  private let output: ConsoleSink
  private let errors: ConsoleSink
  private let progressWidth = Mutex(0)
  private let failure = Mutex<Int32?>(nil)
  private let gate = Mutex(SecretGate())

  /// The credentials that are masked in all output.
  var secrets: SecretGate { gate.withLock { $0 } }

  /// Masks credentials in all output from now on.
  package func hide(_ credentials: [String]) {
    gate.withLock { gate in
      for credential in credentials { gate.add(credential) }
    }
  }

  /// The error number of a failed write of results to standard output, or `nil` if there was none. A reader that closes
  /// the pipe early, as `head` does, isn't an error.
  var outputFailure: Int32? { failure.withLock { $0 } }

  package init(
    output: ConsoleSink = .descriptor(1), errors: ConsoleSink = .descriptor(2), environment: [String: String],
    colour: ColourChoice = .auto
  ) {
    self.output = output
    self.errors = errors
    isTerminal = output.isTerminal
    switch colour {
    case .always: hasColour = true
    case .never: hasColour = false
    case .auto: hasColour = isTerminal && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
    }
    showsProgress = errors.isTerminal && environment["TERM"] != "dumb"
    width = output.width.map { min(max($0, 40), 200) } ?? 80
  }

  /// Prints a one-line result, followed by a line break. Line breaks in the text are escaped, so the result always fits
  /// on one line.
  func print(_ line: String) {
    print(lines: line.printable)
  }

  /// Prints a result of several lines, followed by a line break. Names in the text must already be printable.
  func print(lines text: String) {
    progressWidth.withLock { shown in
      wipe(&shown)
      result(plain(text) + "\n")
    }
  }

  /// Prints a string unchanged, such as a whole report or a document.
  func write(_ text: String) {
    progressWidth.withLock { shown in
      wipe(&shown)
      result(secrets.document(text).forTerminal(colours: hasColour))
    }
  }

  /// Prints a one-line error, followed by a line break. Line breaks in the text are escaped, so the error always fits
  /// on one line.
  func complain(_ line: String) {
    complain(lines: line.printable)
  }

  /// Prints an error of several lines, followed by a line break. Names in the text must already be printable.
  func complain(lines text: String) {
    progressWidth.withLock { shown in
      wipe(&shown)
      errors.write(plain(text) + "\n")
    }
  }

  /// Shows the progress of long-running work, replacing the previous text. Does nothing if the output can't be erased.
  func progress(_ text: String) {
    guard showsProgress else { return }
    progressWidth.withLock { shown in
      let line = String(secrets.lines(text.printable).prefix(width - 1))
      let padding = String(repeating: " ", count: max(0, shown - line.count))
      errors.write("\r" + line + padding)
      shown = line.count
    }
  }

  /// Erases the progress.
  func endProgress() {
    progressWidth.withLock { wipe(&$0) }
  }

  /// Returns a string for a terminal or a pipe. All lines pass through this function: it masks credentials and
  /// neutralizes control characters, invisible characters, and marks that reorder text, whether they come from a
  /// request, a response, or a file name.
  private func plain(_ text: String) -> String { secrets.lines(text).forTerminal(colours: hasColour) }

  private func result(_ text: String) {
    guard let number = output.write(text), number != EPIPE else { return }
    failure.withLock { $0 = $0 ?? number }
  }

  private func wipe(_ shown: inout Int) {
    guard shown > 0 else { return }
    errors.write("\r" + String(repeating: " ", count: shown) + "\r")
    shown = 0
  }
}

/// The exit status of a command.
package enum ExitCode: Int32, Sendable {
  /// Nothing was found at or above the gate.
  case clean = 0
  /// There is drift at or above the gate, or a call failed.
  case drift = 1
  /// The usage is wrong, or a file is invalid.
  case wrong = 2
  /// The server can't be reached.
  case unreachable = 3
  /// The user ended the run with Ctrl-C (SIGINT). The report contains the findings up to that point.
  case interrupted = 130
  /// SIGTERM ended the run. The report contains the findings up to that point.
  case terminated = 143
  /// The terminal was closed (SIGHUP). The report contains the findings up to that point.
  case hungUp = 129
}
