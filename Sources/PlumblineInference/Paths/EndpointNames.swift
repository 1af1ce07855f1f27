import PlumblineContractModel
import PlumblineHTTPMessages

/// The ID of an endpoint and the name of its file, derived from the endpoint's path and method.
struct EndpointNames {
  /// The facts about an endpoint that determine its names.
  struct Line {
    let method: HTTPMethod
    let template: [PathTree.Part]
    /// A Boolean value that indicates whether the endpoint returns a list.
    let isList: Bool
    /// A Boolean value that indicates whether the endpoint responds with 201 or a similar status.
    let isCreation: Bool
  }

  /// The templates that are followed by a parameter in a longer template.
  private let holders: Set<[PathTree.Part]>
  private let methods: [[PathTree.Part]: Set<String>]

  init(_ lines: [Line]) {
    holders = Set(lines.map(\.template).filter { Self.isParameter($0.last) }.map { Array($0.dropLast()) })
    methods = Dictionary(grouping: lines, by: \.template).mapValues { Set($0.map { "\($0.method)" }) }
  }

  /// Returns a Boolean value that indicates whether a part is a leading word that says nothing about the subject, such
  /// as `api` or a version.
  static func isFrame(_ part: PathTree.Part) -> Bool {
    guard case .word(let word) = part else { return false }
    let lower = word.lowercased()
    return lower.isEmpty || ["api", "rest"].contains(lower) || lower.allSatisfy(\.isNumber)
      || lower.first == "v" && lower.count > 1 && lower.dropFirst().allSatisfy { $0.isNumber || $0 == "." }
  }

  private static func word(_ part: PathTree.Part) -> String? {
    if case .word(let word) = part { word } else { nil }
  }

  private static func isParameter(_ part: PathTree.Part?) -> Bool { part.map { word($0) == nil } ?? false }

  /// Returns the subject of an endpoint, which its file and the kind of its values are named after.
  func topic(_ line: Line) -> String {
    let parts = line.template.drop(while: Self.isFrame)
    return parts.first.flatMap(Self.word).map(PathWord.camel) ?? ""
  }

  /// Returns a word for the resource in an endpoint's response or body.
  func thing(_ line: Line) -> String {
    line.template.drop(while: Self.isFrame).compactMap(Self.word).last { !$0.isEmpty } ?? "item"
  }

  /// Returns the ID of an endpoint, such as `tickets.update`.
  func id(_ line: Line) -> String {
    let parts = Array(line.template.drop(while: Self.isFrame)).filter { Self.word($0) != "" }
    let words = parts.compactMap(Self.word).map(PathWord.camel).filter { !$0.isEmpty }
    guard let last = words.last else { return "root.\(verb(line, onItem: false))" }
    if Self.isParameter(parts.last) { return "\(last).\(verb(line, onItem: true))" }
    let isCollection = isCollection(line)
    let before = parts.dropLast().last
    if isCollection || words.count == 1 { return "\(last).\(verb(line, onItem: !isCollection))" }
    let others = (methods[line.template] ?? []).subtracting(["HEAD"]).count > 1
    if others, !Self.isParameter(before) { return "\(last).\(verb(line, onItem: true))" }
    let owner = words[words.count - 2]
    return others ? "\(owner).\(last).\(verb(line, onItem: true))" : "\(owner).\(last)"
  }

  private func isCollection(_ line: Line) -> Bool {
    holders.contains(line.template) || line.isList || (line.method == .post && line.isCreation)
  }

  private func verb(_ line: Line, onItem: Bool) -> String {
    switch "\(line.method)" {
    case "GET": onItem ? "get" : "list"
    case "HEAD": onItem ? "head" : "count"
    case "POST": onItem ? "post" : "create"
    case "PUT": onItem ? "update" : "replace"
    case "PATCH": methods[line.template]?.contains("PUT") == true ? "patch" : "update"
    case "DELETE": onItem ? "delete" : "clear"
    case let other: PathWord.camel(other)
    }
  }
}
