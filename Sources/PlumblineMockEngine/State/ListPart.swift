import PlumblineContractModel
import PlumblineJSONTree

/// The part of a list in a response.
struct ListPart: Sendable {
  let page: Int
  let size: Int
  let total: Int
  /// The offset of the first item, as requests count it.
  var offset = 0
  /// The requested page number, offset and size, if they are too large to be represented.
  var beyond: (page: JSON?, offset: JSON?, size: JSON?) = (nil, nil, nil)
  /// The query parameter that requests another part, and its values for the next and the previous one.
  var turning: (parameter: String?, next: JSON?, previous: JSON?) = (nil, nil, nil)
  /// A Boolean value that indicates whether something follows, or `nil` if the page number determines that.
  var isFollowed: Bool?
  /// The validators of the list, if the response shows them.
  var validators: Validators?

  var pages: Int { total == 0 ? 0 : (total - 1) / max(1, size) + 1 }

  /// Returns the value of a paging member, or `nil` for a page that doesn't exist.
  ///
  /// - Parameter url: A closure that returns the URL of this request with a different value for a parameter.
  func value(_ paging: Paging, url: (_ parameter: String, _ value: JSON) -> String) -> JSON? {
    switch paging.role {
    case .page: return beyond.page ?? JSON(page)
    case .offset: return beyond.offset ?? JSON(offset)
    case .size: return beyond.size ?? JSON(size)
    case .total: return JSON(total)
    case .pages: return JSON(pages)
    case .more: return JSON(isFollowed ?? (page < pages))
    case .next, .previous:
      guard paging.form != .link else { return links(url).map { JSON($0) } }
      guard let value = paging.role == .next ? turning.next : turning.previous else { return nil }
      guard paging.form != .value, let parameter = turning.parameter else { return value }
      return JSON(url(parameter, value))
    }
  }

  /// Returns a `Link` field's value (RFC 8288 section 3).
  private func links(_ url: (_ parameter: String, _ value: JSON) -> String) -> String? {
    guard let parameter = turning.parameter else { return nil }
    let targets = [("next", turning.next), ("prev", turning.previous)]
    let links = targets.compactMap { relation, value in
      value.map { "<\(url(parameter, $0))>; rel=\"\(relation)\"" }
    }
    return links.isEmpty ? nil : links.joined(separator: ", ")
  }
}
