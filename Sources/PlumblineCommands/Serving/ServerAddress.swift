import PlumblineContractModel
import PlumblineHTTPMessages

/// A real server as named on the command line, either by its name in the contract or by its URL.
enum ServerAddress {
  /// Returns the server's base URL, and prints a warning if it looks wrong.
  ///
  /// - Parameter option: The option that names the server, such as `--upstream`, for messages.
  static func url(
    _ text: String, of contract: Contract, option: String, telling console: Console
  ) throws(UsageError) -> BaseURL {
    let url = try url(text, of: contract, option: option)
    if let doubt = doubt(about: url, of: contract) { console.complain("plumbline: \(doubt)") }
    return url
  }

  private static func url(_ text: String, of contract: Contract, option: String) throws(UsageError) -> BaseURL {
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

  /// Returns a warning if a server's base path looks wrong, or `nil` otherwise. If the base path is too long or too
  /// short, every response is a 404, as if the server had no endpoints.
  private static func doubt(about url: BaseURL, of contract: Contract) -> String? {
    let templates = contract.endpoints.map(\.request.template.text)
    func begin(with path: String) -> Bool { templates.allSatisfy { $0.hasPrefix(path + "/") || $0 == path } }
    guard let first = templates.first else { return nil }
    if !url.path.isEmpty {
      guard begin(with: url.path) else { return nil }
      return "Both \(url) and every path of \(contract.service) begin with \(url.path), so requests would go to "
        + "\(url)\(first). Remove \(url.path) from one of them."
    }
    let paths = Set(contract.servers.map { (try? BaseURL(parsing: $0.url))?.path ?? "" })
    guard paths.count == 1, let path = paths.first, !path.isEmpty, !begin(with: path) else { return nil }
    return "The contract's servers have the path \(path), but \(url) has none; did you mean \(url)\(path)?"
  }
}
