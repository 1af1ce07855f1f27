import PlumblineReporting
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// When results have colours.
enum ColourChoice: String, CaseIterable, Sendable {
  case always
  /// On a terminal that shows them, unless `NO_COLOR` (https://no-color.org) is set.
  case auto
  case never

  /// What a command line chooses, as far as it can be read before its command is known.
  init(_ words: [String]) {
    let options = words.prefix { $0 != "--" }
    let joined = options.last { $0.hasPrefix("--color=") }.map { String($0.dropFirst("--color=".count)) }
    let parted = options.lastIndex(of: "--color").flatMap { $0 + 1 < options.endIndex ? options[$0 + 1] : nil }
    self = (joined ?? parted).flatMap(ColourChoice.init) ?? .auto
  }
}

/// Standard output and standard error: results on the one, errors and progress on the other.
///
/// Every write goes to the descriptor at once, so that a line is seen in a pipe as soon as it is printed. Whole lines are
/// written under a lock, so that two threads never mix theirs.
final class Console: Sendable {
  /// Whether standard output is a terminal, so that somebody sees where lines end.
  let isTerminal: Bool
  /// Whether standard output is a terminal that shows colours.
  let hasColour: Bool
  /// Whether progress can be shown and wiped out again.
  let showsProgress: Bool
  /// The width of the terminal in columns; 80 where there is none.
  let width: Int

  private let progressWidth = Mutex(0)
  private let failure = Mutex<Int32?>(nil)

  /// Why results could not be written to standard output, as an error number; `nil` while all went well. A reader that
  /// went away, as `head` does, is no failure.
  var outputFailure: Int32? { failure.withLock { $0 } }

  init(environment: [String: String], colour: ColourChoice = .auto) {
    isTerminal = isatty(1) == 1
    switch colour {
    case .always: hasColour = true
    case .never: hasColour = false
    case .auto: hasColour = isTerminal && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
    }
    showsProgress = isatty(2) == 1 && environment["TERM"] != "dumb"
    var size = winsize()
    let hasSize = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    width = hasSize ? min(max(Int(size.ws_col), 40), 200) : 80
  }

  /// Prints a result and a line end.
  func print(_ text: String) {
    progressWidth.withLock { shown in
      Self.wipe(&shown)
      result(plain(text) + "\n")
    }
  }

  /// Prints text as it is.
  func write(_ text: String) {
    progressWidth.withLock { shown in
      Self.wipe(&shown)
      result(plain(text))
    }
  }

  /// Prints an error and a line end.
  func complain(_ text: String) {
    progressWidth.withLock { shown in
      Self.wipe(&shown)
      Self.write(plain(text) + "\n", to: 2)
    }
  }

  /// Shows how far long work has come, in place of what was shown before; nothing where that can't be wiped out again.
  func progress(_ text: String) {
    guard showsProgress else { return }
    progressWidth.withLock { shown in
      let line = String(text.printable.prefix(width - 1))
      let padding = String(repeating: " ", count: max(0, shown - line.count))
      Self.write("\r" + line + padding, to: 2)
      shown = line.count
    }
  }

  /// Wipes out the progress.
  func endProgress() {
    progressWidth.withLock { Self.wipe(&$0) }
  }

  /// All that leaves for a terminal or a pipe goes through here: no control character of a request, an answer or a file's
  /// name does anything there.
  private func plain(_ text: String) -> String { text.forTerminal(colours: hasColour) }

  private func result(_ text: String) {
    guard let number = Self.write(text, to: 1), number != EPIPE else { return }
    failure.withLock { $0 = $0 ?? number }
  }

  private static func wipe(_ shown: inout Int) {
    guard shown > 0 else { return }
    write("\r" + String(repeating: " ", count: shown) + "\r", to: 2)
    shown = 0
  }

  /// Writes all of it, or gives the number of the error that stopped it.
  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        #if canImport(Glibc)
          let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        #else
          let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
        #endif
        if count < 0 && errno == EINTR { continue }
        if count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) {
          // Whoever shares the descriptor made it non-blocking; its reader is only slow.
          var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&entry, 1, -1)
          continue
        }
        guard count > 0 else { return errno }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return nil
    }
  }
}

/// What a command tells the shell.
enum ExitCode: Int32, Sendable {
  /// Nothing at or above the gate.
  case clean = 0
  /// Drift at or above the gate, or a call that failed.
  case drift = 1
  /// Wrong usage, or a wrong file.
  case wrong = 2
  /// The server can't be reached.
  case unreachable = 3
  /// Somebody ended the run with Ctrl-C (SIGINT); the report has what was found until then.
  case interrupted = 130
  /// Something ended the run with SIGTERM; the report has what was found until then.
  case terminated = 143
  /// The terminal was closed (SIGHUP); the report has what was found until then.
  case hungUp = 129
}
