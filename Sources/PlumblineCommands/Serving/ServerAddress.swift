import PlumblineContractModel
import PlumblineHTTPMessages

/// A real server as a command line names it: by its name in the contract, or by its URL.
enum ServerAddress {
  /// The server's base URL.
  ///
  /// - Parameter option: the option that names it, for messages: `--upstream`.
  static func url(_ text: String, of contract: Contract, option: String) throws(UsageError) -> BaseURL {
    let named = contract.server(text)?.url
    guard named != nil || text.contains("://") else {
      let names = contract.servers.map(\.name)
      let hint = Spelling.nearest(text, among: names).map { "; did you mean \($0)?" } ?? "."
      throw UsageError(
        "\(contract.service) has no server \"\(BaseURL.withoutSecrets(text))\"\(hint) It has \(names.isEmpty ? "none" : Spelling.list(names)); "
          + "a URL works as well.")
    }
    do throws(BaseURL.ParsingError) {
      return try BaseURL(parsing: named ?? text)
    } catch {
      throw UsageError("\(option): \(error)")
    }
  }
}
