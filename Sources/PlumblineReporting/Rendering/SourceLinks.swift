import PlumblineHTTPMessages
import PlumblineJSONTree

/// The address where the files that findings refer to can be read in a browser.
///
///     https://github.com/acme/api/blob/main                        the usual form of a location is added
///     https://git.acme.test/api/+/main/{file}#{line}               any other form
package struct SourceLinks: Sendable, Hashable {
  /// The reason why a string isn't a valid address, as a sentence.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String
  }

  private let template: String
  /// The paths of files in the repository, for files that have different names there.
  private var names: [String: String] = [:]

  package init(parsing text: String) throws(Unreadable) {
    guard text.hasPrefix("https://") || text.hasPrefix("http://"), !text.contains(where: \.isWhitespace) else {
      throw Unreadable(
        description:
          "\"\(text)\" isn't a URL of files: write https://HOST/…/blob/REVISION, or a URL with {file} and {line}.")
    }
    guard !text.contains("{file}") else {
      template = text
      return
    }
    guard !text.contains("#"), !text.contains("?") else {
      throw Unreadable(
        description: "\"\(text)\" has a query or a fragment but no {file} to say where the path belongs.")
    }
    template = (text.hasSuffix("/") ? String(text.dropLast()) : text) + "/{file}#L{line}"
  }

  /// Records the names of files in the repository.
  package mutating func learn(_ files: [String], as name: (String) -> String) {
    for file in files where names[file] == nil { names[file] = name(file) }
  }

  /// Returns the address of a location, or `nil` if it isn't in one of the files.
  func address(of place: SourceLocation) -> String? {
    let named = names[place.file] ?? place.file
    let file = named.hasPrefix("./") ? String(named.dropFirst(2)) : named
    guard !file.isEmpty, !file.hasPrefix("/"), !file.hasPrefix("../"), place.line >= 1 else { return nil }
    let path = PercentEncoding.encodePath(file)
    return template.replacing("{file}", with: path).replacing("{line}", with: "\(place.line)")
  }
}
