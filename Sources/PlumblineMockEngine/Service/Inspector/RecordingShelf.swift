import PlumblineContractModel
import PlumblineRecordings

/// Where exchanges of a served service become recordings, for whoever has its files at hand.
package struct RecordingShelf: Sendable {
  /// The server that is asked in the mock's place, as recordings tell it; `nil` where only the mock answers.
  package var from: String?
  /// Who may be calling the real server, as far as the environment tells.
  package var known: @Sendable (Contract) -> [CallerRegistry.Known]
  /// Where a recording stands, for its file.
  package var path: @Sendable (_ endpoint: String, _ name: String) -> String
  /// Whether something stands there.
  package var isThere: @Sendable (_ path: String) -> Bool
  /// A recording's place as people want to see it: `Recordings/truelog/tickets.get/success.json`.
  package var shown: @Sendable (_ path: String) -> String
  /// The path of `recording.schema.json` from a recording's folder; `nil` where there is none.
  package var schema: String?
  /// Writes a new file, and says why it couldn't; `nil` where nothing may be written.
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
