import PlumblineHTTPMessages

/// The path templates of successful requests, which are used to identify requests for missing items.
///
///     GET /tickets/t_42 was answered with 200  ->  GET /tickets/lost has the template /tickets/{ticket_id}
///
/// Only successful requests form templates. A server returns 404 for any typo, and many typos in the same position
/// would look like keys.
package struct PathTemplates: Sendable {
  private struct Template: Hashable {
    let method: HTTPMethod
    let parts: [PathTree.Part]
    let text: String

    var hasParameter: Bool { parts.contains { if case .parameter = $0 { true } else { false } } }
  }

  private let templates: [Template]

  /// Creates the templates.
  ///
  /// - Parameter exchanges: The exchanges to use as evidence. Unsuccessful ones are ignored.
  package init(_ exchanges: [Exchange]) {
    let seen = exchanges.compactMap { SeenExchange($0, origin: nil) }.filter { 200..<300 ~= $0.response.status }
    let all = TrafficSelection(seen, origin: nil).exchanges
    let tree = PathTree(all, isCamel: false)
    var known: Set<Template> = []
    var templates: [Template] = []
    for (exchange, parts) in zip(all, tree.templates) {
      let template = Template(method: exchange.request.method, parts: parts, text: tree.text(of: parts).text)
      if known.insert(template).inserted { templates.append(template) }
    }
    self.templates = templates
  }

  /// Returns the template with a parameter that matches a request's method and path, or `nil` if there is none.
  package func template(of request: Request) -> String? {
    let segments = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    return templates.first { template in
      template.method == request.method && template.parts.count == segments.count && template.hasParameter
        && zip(template.parts, segments).allSatisfy(Self.fits)
    }?.text
  }

  /// Returns a Boolean value that indicates whether a segment matches a part of a template. Words that represent a
  /// single item aren't keys.
  private static func fits(_ part: PathTree.Part, _ segment: String) -> Bool {
    switch part {
    case .word(let word): return word == segment
    case .parameter(_, suffix: ""): return !segment.isEmpty && !PathWord.isFixed(PercentEncoding.decode(segment.utf8))
    case .parameter(_, let suffix):
      return segment.hasSuffix(suffix) && PathWord.isIdentifier(String(segment.dropLast(suffix.count)))
    }
  }
}
