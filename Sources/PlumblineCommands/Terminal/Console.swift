import PlumblineContractModel
import PlumblineReporting
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The conditions under which results have colors.
package enum ColourChoice: String, CaseIterable, Sendable {
  case always
  /// On a terminal that shows them, unless `NO_COLOR` (https://no-color.org) is set.
  case auto
  case never

  /// Creates the choice of a command line, as far as it can be read before its command is known.
  package init(_ words: [String]) {
    let options = words.prefix { $0 != "--" }
    let joined = options.last { $0.hasPrefix("--color=") }.map { String($0.dropFirst("--color=".count)) }
    let parted = options.lastIndex(of: "--color").flatMap { $0 + 1 < options.endIndex ? options[$0 + 1] : nil }
    self = (joined ?? parted).flatMap(ColourChoice.init) ?? .auto
  }
}

/// The two outputs of a command: one for results, the other for errors and progress.
///
/// Every write reaches its sink at once, so that a line is visible in a pipe as soon as it is printed. Lines are
/// written under a lock, so that those of different threads never mix.
package final class Console: Sendable {
  /// A Boolean value that indicates whether results go to a terminal, where a person reads the lines.
  let isTerminal: Bool
  /// A Boolean value that indicates whether results go to a terminal that shows colors.
  let hasColour: Bool
  /// A Boolean value that indicates whether progress can be shown and erased.
  let showsProgress: Bool
  /// The width of the terminal in columns; 80 if there is none.
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

  /// The error number of a failed write of results to standard output; `nil` if there was none. A reader that closed
  /// the pipe, as `head` does, isn't an error.
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

  /// Prints a result of one line and a line end. Line breaks in names don't break the line.
  func print(_ line: String) {
    print(lines: line.printable)
  }

  /// Prints a result of several lines, in which names are already printable, and a line end.
  func print(lines text: String) {
    progressWidth.withLock { shown in
      wipe(&shown)
      result(plain(text) + "\n")
    }
  }

  /// Prints text unchanged: a whole report or a document.
  func write(_ text: String) {
    progressWidth.withLock { shown in
      wipe(&shown)
      result(secrets.document(text).forTerminal(colours: hasColour))
    }
  }

  /// Prints an error of one line and a line end. Line breaks in names don't break the line.
  func complain(_ line: String) {
    complain(lines: line.printable)
  }

  /// Prints an error of several lines, in which names are already printable, and a line end.
  func complain(lines text: String) {
    progressWidth.withLock { shown in
      wipe(&shown)
      errors.write(plain(text) + "\n")
    }
  }

  /// Shows the progress of long-running work, replacing the previous text; does nothing if the output can't be erased.
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

  /// Returns text for a terminal or a pipe, through which all lines pass: credentials are masked, and control
  /// characters, invisible characters and marks that reorder text have no effect, whether they come from a request, a
  /// response or a file's name.
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
  /// Nothing at or above the gate.
  case clean = 0
  /// Drift at or above the gate, or a call that failed.
  case drift = 1
  /// Wrong usage, or an invalid file.
  case wrong = 2
  /// The server can't be reached.
  case unreachable = 3
  /// The user ended the run with Ctrl-C (SIGINT); the report has the findings until then.
  case interrupted = 130
  /// SIGTERM ended the run; the report has the findings until then.
  case terminated = 143
  /// The terminal was closed (SIGHUP); the report has the findings until then.
  case hungUp = 129
}
