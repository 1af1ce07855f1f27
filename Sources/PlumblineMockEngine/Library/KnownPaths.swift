import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings

/// The items that exist according to all recordings together.
///
/// Items are identified by the path up to and including a parameter, such as `/api/v2/tickets/1042`. An item is missing
/// if all requests for it got a 404, and so is everything below its path. An item that no recording mentions is
/// unknown.
final class KnownPaths: Sendable {
  private let missing: Set<String>
  private let shown: Set<String>
  private let recordings: [Recording]
  private let mentioned = LazyReference<MentionedItems>()

  init(_ endpoints: [Endpoint], _ recordings: [Recording]) {
    let templates = Dictionary(
      endpoints.filter { !$0.path.isEmpty }.map { ($0.id, $0.request.template) },
      uniquingKeysWith: { first, _ in first })
    var shown: Set<String> = []
    var missing: Set<String> = []
    for recording in recordings {
      guard let template = templates[recording.endpoint] else { continue }
      let status = recording.response.status
      let keys = Self.keys(of: recording.request, template)
      if status < 400 {
        shown.formUnion(keys)
      } else if status == 404, let last = keys.last {
        missing.insert(last)
      }
    }
    self.missing = missing.subtracting(shown)
    self.shown = shown
    self.recordings = recordings
  }

  /// Returns a Boolean value that indicates whether a success is recorded at or below a request's path.
  func isShown(_ request: Request, _ template: PathTemplate) -> Bool {
    Self.keys(of: request, template).last.map { shown.contains($0) } ?? false
  }

  /// Returns a Boolean value that indicates whether a recorded success, such as a list, mentions an item with a key
  /// from a path.
  func mentions(_ text: String) -> Bool {
    mentioned.value { MentionedItems(recordings) }.contains(text)
  }

  /// Returns a Boolean value that indicates whether a request's path refers to a missing item.
  func isMissing(_ request: Request, _ template: PathTemplate) -> Bool {
    !missing.isEmpty && Self.keys(of: request, template).contains { missing.contains($0) }
  }

  /// Returns the path up to and including each parameter, or an empty array if the path doesn't match the template.
  private static func keys(of request: Request, _ template: PathTemplate) -> [String] {
    var keys: [String] = []
    var key = ""
    for (segment, raw) in template.parts(of: request.pathBytes) ?? [] {
      // Prefix the text with its length, because decoded text can contain any character, including slashes.
      let text = PercentEncoding.decode(raw)
      key += "/\(text.utf8.count):\(text)"
      if case .literal = segment { continue }
      keys.append(key)
    }
    return keys
  }
}
