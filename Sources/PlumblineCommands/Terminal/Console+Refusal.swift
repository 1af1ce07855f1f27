import PlumblineReporting
import PlumblineWorkspace

extension Console {
  /// Prints the reason that an import isn't written, one sentence per line.
  func complain(refusal: ImportRefusal) {
    complain(lines: "plumbline: " + refusal.lines.map(\.printable).joined(separator: "\n"))
  }
}
