import ContractModel
import HTTPMessages

/// Finds the server that `--server` means: a name from a contract, or a base URL.
enum ServerAddress {
  /// The base URL of a contract's server.
  ///
  /// - Parameters:
  ///   - text: what the user gave.
  ///   - command: how the hint spells the command: `verify`.
  ///   - isOnly: whether the contract's service is the only one asked for; a URL is one server.
  static func url(
    _ text: String, in contract: Contract, command: String, isOnly: Bool
  ) throws(UsageError) -> BaseURL {
    let url: String
    if let named = contract.server(text) {
      url = named.url
    } else if text.contains("://") {
      guard isOnly else {
        throw UsageError(
          "--server \(text) is one server; name the service that runs there: \(command) SERVICE --server URL.")
      }
      url = text
    } else {
      let names = contract.servers.map(\.name)
      let hint = Spelling.nearest(text, among: names).map { "; did you mean \($0)?" } ?? "."
      throw UsageError(
        "\(contract.service) has no server \"\(text)\"\(hint) It has \(names.joined(separator: ", ")); a URL works as well."
      )
    }
    do throws(BaseURL.ParsingError) {
      return try BaseURL(parsing: url)
    } catch {
      throw UsageError("--server: \(error)")
    }
  }
}
