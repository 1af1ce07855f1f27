import PlumblineContractModel
import PlumblineJSONTree

/// The part of a list that a response contains.
struct ListPart: Sendable {
  let page: Int
  let size: Int
  let total: Int
  /// The offset of the first item, counted as in requests.
  var offset = 0
  /// The requested page number, offset, and size, each `nil` unless it is too large for an `Int`.
  var beyond: (page: JSON?, offset: JSON?, size: JSON?) = (nil, nil, nil)
  /// The query parameter that selects a part, and its values for the next and previous parts.
  var turning: (parameter: String?, next: JSON?, previous: JSON?) = (nil, nil, nil)
  /// A Boolean value that indicates whether more items follow, or `nil` if that is derived from the page number.
  var isFollowed: Bool?
  /// The validators of the list, if the response shows them.
  var validators: Validators?

  var pages: Int { total == 0 ? 0 : (total - 1) / max(1, size) + 1 }

  /// Returns the value of a paging member, or `nil` if it refers to a page that doesn't exist.
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

  /// Returns the value of a `Link` header field (RFC 8288 section 3).
  private func links(_ url: (_ parameter: String, _ value: JSON) -> String) -> String? {
    guard let parameter = turning.parameter else { return nil }
    let targets = [("next", turning.next), ("prev", turning.previous)]
    let links = targets.compactMap { relation, value in
      value.map { "<\(url(parameter, $0))>; rel=\"\(relation)\"" }
    }
    return links.isEmpty ? nil : links.joined(separator: ", ")
  }
}
