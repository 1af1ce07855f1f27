import PlumblineJSONTree

/// What a member, or a header field, tells of a list: its schema says so by `x-paging`.
package struct Paging: Sendable, Hashable {
  /// What is told.
  package enum Role: String, Sendable, Hashable, CaseIterable {
    /// The page's number, from 1.
    case page
    /// How many items a page has.
    case size
    /// How many items there are on all pages.
    case total
    /// How many pages there are.
    case pages
    /// Whether a page follows.
    case more
    /// Where the next page is; nothing on the last one.
    case next
    /// Where the page before is; nothing on the first one.
    case previous

    /// The role that a member's name suggests: `total_count`, `hasMore`.
    package init?(suggestedBy name: String) {
      let letters = String(name.lowercased().filter(\.isLetter))
      guard let role = Self.names.first(where: { $0.value.contains(letters) })?.key else { return nil }
      self = role
    }

    private static let names: [Role: Set<String>] = [
      .page: ["page", "pagenumber", "currentpage", "pageindex"],
      .size: ["size", "perpage", "pagesize", "limit", "itemsperpage"],
      .total: ["total", "count", "totalcount", "totalitems", "totalresults", "numfound", "totalrecords"],
      .pages: ["pages", "totalpages", "pagecount", "lastpage"],
      .more: ["more", "hasmore", "hasnext", "hasnextpage"],
      .next: ["next", "nextpage", "nextcursor", "nexttoken", "nexturl", "nextlink"],
      .previous: ["previous", "prev", "previouspage", "prevpage", "previouscursor"],
    ]
  }

  /// How the place of another page is written.
  package enum Form: Sendable, Hashable {
    /// The value that the request's parameter takes: a page's number, a cursor.
    case value
    /// The whole URL of the next request (`format`: `uri`).
    case url
    /// The same without its origin (`format`: `uri-reference`).
    case reference
    /// A `Link` field (RFC 8288): `</items?page=2>; rel="next"`.
    case link
  }

  package let role: Role
  package let form: Form

  package init(role: Role, form: Form = .value) {
    self.role = role
    self.form = form
  }

  /// Values as it may be told, one of which its schema has to take.
  package var samples: [JSON] {
    switch (role, form) {
    case (.page, _), (.size, _), (.total, _), (.pages, _): [0, 1, 2, 20, 100, "0", "1", "2", "20", "100"]
    case (.more, _): [true, false]
    case (_, .url): ["http://127.0.0.1/items?page=2"]
    case (_, .reference), (_, .link): ["/items?page=2"]
    case (_, .value): [2, "2", "MjA"]
    }
  }

  /// A Boolean value that indicates whether the first page has none before it and the last none behind it, which null, an empty
  /// text or nothing says.
  package var hasEnd: Bool { role == .next || role == .previous }
}
