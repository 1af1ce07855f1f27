extension ListRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      filterIgnored: RuleExplanation(
        """
        A list that is filtered by the value of a member has items with other values (ignoring case). Screens that filter \
        show the wrong items.
        """,
        example: """
          GET /api/v2/tickets?status=RESOLVED
          "status": "NEW" among the items
          """),
      searchIgnored: RuleExplanation(
        """
        A search for a made-up word returns the same items and the same total as no search, so it finds everything.
        """,
        example: """
          GET /api/v2/tickets?search=qxzvwkj   20 of 40
          GET /api/v2/tickets                  20 of 40, the same
          """),
      sortIgnored: RuleExplanation(
        """
        The items aren't in the requested order, or don't begin with the newest although the contract says so. It is judged \
        for numbers, times, lower-case ASCII texts, and enum values, which may be in the contract's order or in alphabetical \
        order; null may come first or last, and equal items in any order.
        """,
        example: """
          GET /api/v2/tickets?sort=created_at&order=asc
          "created_at": "2026-11-19T…", then "2026-11-03T…"
          """),
      pageIgnored: RuleExplanation(
        """
        The second page has the items of the first, although there are more than fit on one page. The first page was read \
        again afterwards and was the same, so nothing has changed meanwhile. Infinite scrolling never ends.
        """,
        example: """
          GET /api/v2/customers?page=1&per_page=2   101, 102
          GET /api/v2/customers?page=2&per_page=2   101, 102
          """),
      pageSizeIgnored: RuleExplanation(
        """
        A page has more items than requested. Clients that compute page numbers from the requested size miss some items or \
        see some twice.
        """,
        example: """
          GET /api/v2/customers?per_page=2   20 items
          """),
      itemsRepeated: RuleExplanation(
        """
        An item is twice on a page, or on two pages, although nothing has changed meanwhile. Most often the order of equal \
        items isn't stable; others are then on no page.
        """,
        example: """
          GET /api/v2/customers?page=1&per_page=2   101, 102
          GET /api/v2/customers?page=2&per_page=2   102, 103
          """),
      totalWrong: RuleExplanation(
        """
        The total of a list, with or without a filter or search, isn't the number of items on its pages, or the counts \
        that belong to it don't add up to it. Where a response has several numbers, one of them has to be right. Totals \
        that the contract calls estimated aren't judged.
        """,
        example: """
          GET /api/v2/customers?page=1&per_page=2   "total": 2
          GET /api/v2/customers?page=2&per_page=2   103, 104
          """),
      boundMisjudged: RuleExplanation(
        """
        A list was asked for the items from a bound on, or up to one, and leaves out the item exactly on it although the \
        contract includes it, or shows it although the contract excludes it. The greatest or the smallest number that the list \
        shows is tried if it is a whole one, or if the contract has a multipleOf: other decimals may be rounded. People who \
        search up to their budget miss items that cost exactly that.
        """,
        example: """
          GET /api/v1/listings?minPrice=420000
          no listing with "price": 420000, which there is
          """),
      searchPartial: RuleExplanation(
        """
        The contract names the members that a search looks at, and a word in one of them finds nothing, although the list \
        shows the item that has it. Words of two items were tried, each of four letters or digits at least. Most often \
        only titles are searched.
        """,
        example: """
          GET /api/v1/listings?q=Prague   no items
          GET /api/v1/listings            "city": "Prague" among them
          """),
      pageNumberWrong: RuleExplanation(
        """
        A page reports a number other than the requested one, or a size that is neither the requested one nor the number of \
        its items. Clients that continue from there read pages twice, or skip some.
        """,
        example: """
          GET /api/v1/listings?page=2&pageSize=2
          "page": 1
          """),
      moreWrong: RuleExplanation(
        """
        A page says that nothing follows, but the page after it has items that no earlier page had: clients that load more \
        stop too early. Or it says that more follows, but the page after it is empty: they never stop. The page after it was \
        requested by its number or, if the contract has a cursor and no member with its value, by the last item's key.
        """,
        example: """
          GET /v1/orders?limit=2                         "has_more": false
          GET /v1/orders?limit=2&starting_after=ord_73eh   ord_5t9c, ord_vb2e
          """),
      expandIgnored: RuleExplanation(
        """
        The contract says by which name a request asks for an item in place of its id. Either the id came nevertheless, or the \
        item came without being requested. Clients that decode one can't decode the other. The same request is sent with the \
        name and without it.
        """,
        example: """
          GET /orders/12                  "customer": "cus_7"
          GET /orders/12?expand=customer  "customer": "cus_7"
          """),
      orderUnstable: RuleExplanation(
        """
        The same request returned the same items in three different orders, although the list is read page by page: items \
        change places between pages, so some are shown twice and others never. Items that were changed meanwhile may move. \
        Sorting by the key last fixes the order.
        """,
        example: """
          GET /api/v2/customers?per_page=100   101, 102, 103
          GET /api/v2/customers?per_page=100   103, 101, 102
          """),
      itemMisplaced: RuleExplanation(
        """
        The contract says which items a list is for, and it shows one that doesn't belong there by its own members: an item \
        that isn't featured among the featured ones, another ticket's comment among a ticket's. If all items have the same \
        other value, it may be an alias for the requested one, and isn't judged.
        """,
        example: """
          GET /api/v1/listings/featured
          "isFeatured": false among the items
          """),
      itemsMissing: RuleExplanation(
        """
        A list that has to show all items of a kind lacks one that another list of the same items shows, to the same \
        caller: it ends too early, or is empty. Both were read again with the same result, and neither came from a cache. \
        Items that the run itself created or changed aren't counted, nor are those that a list may omit on purpose: an item \
        that differs from all that are shown in a member by which the list can be filtered, in a flag or in a listed value. A \
        list of three items or more that has no pages and no total may be limited on purpose, too.
        """,
        example: """
          GET /api/v1/listings            "id": "123", "isFeatured": true
          GET /api/v1/listings/featured   no "123"
          """),
      itemDiffers: RuleExplanation(
        """
        An item has a different value in the list than when read individually, although both are the same item by the \
        contract. The list and the item were read twice with the same result, and neither came from a cache. Members that only \
        one of the two shows, or that are null in one, truncated or masked texts, addresses, parts of arrays, counts, times of \
        changes and items that the run itself created or changed aren't compared.
        """,
        example: """
          GET /api/v1/listings       "id": "123", "price": 420000
          GET /api/v1/listings/123   "price": 399000
          """),
    ]
  }
}
