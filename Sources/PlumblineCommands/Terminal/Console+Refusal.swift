import PlumblineReporting
import PlumblineWorkspace

extension Console {
  /// Prints why an import isn't written, a sentence a line.
  func complain(refusal: ImportRefusal) {
    complain(lines: "plumbline: " + refusal.lines.map(\.printable).joined(separator: "\n"))
  }
}
