import PlumblineContractModel
import PlumblineRecordings

/// The place where a served service's exchanges are saved as recordings, if the caller has access to its files.
package struct RecordingShelf: Sendable {
  /// The server behind the mock, as named in recordings, or `nil` if only the mock responds.
  package var from: String?
  /// Returns the personas that may be calling the real server, if the environment identifies them.
  package var known: @Sendable (Contract) -> [CallerRegistry.Known]
  /// Returns the path of a recording's file.
  package var path: @Sendable (_ endpoint: String, _ name: String) -> String
  /// Returns a Boolean value that indicates whether a file exists at a path.
  package var isThere: @Sendable (_ path: String) -> Bool
  /// Returns a recording's path for display, such as `Recordings/truelog/tickets.get/success.json`.
  package var shown: @Sendable (_ path: String) -> String
  /// The path of `recording.schema.json` relative to a recording's folder, or `nil` if there is none.
  package var schema: String?
  /// Writes a new file. Returns the reason if writing fails. The closure is `nil` if writing isn't allowed.
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
