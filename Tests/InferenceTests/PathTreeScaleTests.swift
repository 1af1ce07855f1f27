import PlumblineHTTPMessages
import Testing

@testable import PlumblineInference

/// Large numbers of paths.
@Suite struct PathTreeScaleTests {
  private func tree(_ paths: [String]) -> PathTree {
    let exchanges = paths.compactMap { path in
      SeenExchange(
        Exchange(
          request: Request(method: .get, target: path),
          response: Response(status: 200, headers: ["Content-Type": "application/json"], body: Body("{}"))),
        origin: nil)
    }
    return PathTree(exchanges, isCamel: false)
  }

  private func templates(_ paths: [String]) -> [String] {
    let tree = tree(paths)
    return tree.templates.map { tree.text(of: $0).text }
  }

  @Test func `thousands of words that have nothing in common stay words`() {
    let paths = (0..<3000).map { "/p\(Self.word($0))/q\(Self.word($0 * 7919 % 3000))" }
    #expect(templates(paths) == paths)
  }

  @Test func `of thousands of words that are asked for alike, all are keys`() {
    let paths = (0..<3000).map { "/shops/s\(Self.word($0))/stock" }
    #expect(Set(templates(paths)) == ["/shops/{shop_name}/stock"])
  }

  /// Returns a word for a number. The word consists only of letters, because digits would make it an identifier.
  private static func word(_ number: Int) -> String {
    let letters = Array("ghijklmn")
    return String(String(number, radix: 8).map { letters[$0.wholeNumberValue ?? 0] })
  }
}
