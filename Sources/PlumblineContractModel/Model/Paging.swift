import PlumblineJSONTree

/// The role of a member or a header field in paging a list, declared in its schema with `x-paging`.
package struct Paging: Sendable, Hashable {
  /// The information that the value provides.
  package enum Role: String, Sendable, Hashable, CaseIterable {
    /// The page's number, starting with 1.
    case page
    /// The offset of the page's first item.
    case offset
    /// The number of items per page.
    case size
    /// The number of items on all pages.
    case total
    /// The number of pages.
    case pages
    /// A Boolean value that indicates whether there is a next page.
    case more
    /// A reference to the next page. It is empty on the last page.
    case next
    /// A reference to the previous page. It is empty on the first page.
    case previous

    /// Creates the role that a member's name suggests, such as `total_count` or `hasMore`.
    package init?(suggestedBy name: String) {
      let letters = String(name.lowercased().filter(\.isLetter))
      guard let role = Self.names.first(where: { $0.value.contains(letters) })?.key else { return nil }
      self = role
    }

    private static let names: [Role: Set<String>] = [
      .page: ["page", "pagenumber", "currentpage", "pageindex"],
      .offset: ["offset", "skip", "skipped", "startat", "startindex"],
      .size: ["size", "perpage", "pagesize", "limit", "itemsperpage"],
      .total: ["total", "count", "totalcount", "totalitems", "totalresults", "numfound", "totalrecords"],
      .pages: ["pages", "totalpages", "pagecount", "lastpage"],
      .more: ["more", "hasmore", "hasnext", "hasnextpage"],
      .next: ["next", "nextpage", "nextcursor", "nexttoken", "nexturl", "nextlink"],
      .previous: ["previous", "prev", "previouspage", "prevpage", "previouscursor"],
    ]
  }

  /// The form of a reference to a different page.
  package enum Form: Sendable, Hashable {
    /// The value for the request's parameter, such as a page number, an offset or a cursor.
    case value
    /// The whole URL of the next request (`format`: `uri`).
    case url
    /// The URL without its origin (`format`: `uri-reference`).
    case reference
    /// A `Link` field (RFC 8288), such as `</items?page=2>; rel="next"`.
    case link
  }

  package let role: Role
  package let form: Form

  package init(role: Role, form: Form = .value) {
    self.role = role
    self.form = form
  }

  /// Sample values. The schema must accept at least one of them.
  package var samples: [JSON] {
    switch (role, form) {
    case (.page, _), (.offset, _), (.size, _), (.total, _), (.pages, _): [0, 1, 2, 20, 100, "0", "1", "2", "20", "100"]
    case (.more, _): [true, false]
    case (_, .url): ["http://127.0.0.1/items?page=2"]
    case (_, .reference), (_, .link): ["/items?page=2"]
    case (_, .value): [2, "2", "MjA"]
    }
  }

  /// A Boolean value that indicates whether the value is missing, null or empty at one end of the list. This is the
  /// first page for `previous` and the last page for `next`.
  package var hasEnd: Bool { role == .next || role == .previous }
}
