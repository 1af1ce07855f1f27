import PlumblineContractModel
import PlumblineRecordings

/// The destination for exchanges of a service that are saved as recordings.
package struct RecordingShelf: Sendable {
  /// The server behind the mock, as named in recordings, or `nil` if all responses come from the mock.
  package var from: String?
  /// A closure that returns the personas that might be calling the real server, as far as the environment identifies
  /// them.
  package var known: @Sendable (Contract) -> [CallerRegistry.Known]
  /// A closure that returns the path of a recording's file.
  package var path: @Sendable (_ endpoint: String, _ name: String) -> String
  /// A closure that returns a Boolean value that indicates whether there is a file at a path.
  package var isThere: @Sendable (_ path: String) -> Bool
  /// A closure that returns a recording's path for display, such as `Recordings/truelog/tickets.get/success.json`.
  package var shown: @Sendable (_ path: String) -> String
  /// The path of `recording.schema.json` relative to the recording's folder, or `nil` if the file doesn't exist.
  package var schema: String?
  /// A closure that writes a new file, and returns the reason if writing fails. It is `nil` if writing isn't allowed.
  package var write: (@Sendable (_ bytes: [UInt8], _ path: String) -> String?)?

  package init(
    from: String? = nil, known: @escaping @Sendable (Contract) -> [CallerRegistry.Known] = { _ in [] },
    path: @escaping @Sendable (_ endpoint: String, _ name: String) -> String = { "\($0)/\($1).json" },
    isThere: @escaping @Sendable (_ path: String) -> Bool = { _ in false },
    shown: @escaping @Sendable (_ path: String) -> String = { $0 }, schema: String? = nil,
    write: (@Sendable (_ bytes: [UInt8], _ path: String) -> String?)? = nil
  ) {
    self.from = from
    self.known = known
    self.path = path
    self.isThere = isThere
    self.shown = shown
    self.schema = schema
    self.write = write
  }
}
