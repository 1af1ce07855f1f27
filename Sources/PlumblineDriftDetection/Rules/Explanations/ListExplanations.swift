extension ListRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      filterIgnored: RuleExplanation(
        """
        A list that was filtered by a member's value contains items with other values (ignoring case). Screens with a \
        filter show the wrong items.
        """,
        example: """
          GET /api/v2/tickets?status=RESOLVED
          "status": "NEW" among the items
          """),
      searchIgnored: RuleExplanation(
        """
        A search for a made-up word returns the same items and the same total as no search at all, so every search finds \
        everything.
        """,
        example: """
          GET /api/v2/tickets?search=qxzvwkj   20 of 40
          GET /api/v2/tickets                  20 of 40, the same
          """),
      sortIgnored: RuleExplanation(
        """
        The items aren't in the requested order, or don't start with the newest although the contract says so. The check \
        covers numbers, times, lowercase ASCII texts, and enum values, which may be in the contract's order or in \
        alphabetical order. Null may come first or last, and equal items may be in any order.
        """,
        example: """
          GET /api/v2/tickets?sort=created_at&order=asc
          "created_at": "2026-11-19T…", then "2026-11-03T…"
          """),
      pageIgnored: RuleExplanation(
        """
        The second page has the same items as the first, although there are more items than fit on one page. The first page \
        was read again afterwards and hadn't changed. Infinite scrolling never ends.
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
        An item appears twice on a page, or on two pages, although nothing changed in the meantime. Usually the order of \
        equal items isn't stable, so other items appear on no page at all.
        """,
        example: """
          GET /api/v2/customers?page=1&per_page=2   101, 102
          GET /api/v2/customers?page=2&per_page=2   102, 103
          """),
      totalWrong: RuleExplanation(
        """
        The total of a list, with or without a filter or search, isn't the number of items on its pages, or the counts that \
        belong to it don't add up to it. If a response has several totals, one of them must be right. Totals that the \
        contract calls estimated aren't checked.
        """,
        example: """
          GET /api/v2/customers?page=1&per_page=2   "total": 2
          GET /api/v2/customers?page=2&per_page=2   103, 104
          """),
      boundMisjudged: RuleExplanation(
        """
        A list was requested with a minimum or maximum, and omits an item exactly at that bound although the contract \
        includes it, or shows one although the contract excludes it. The largest or smallest number in the list is tried if \
        it is a whole number, or if the contract has a multipleOf, since other decimals may be rounded. People who search \
        up to their budget miss items that cost exactly that amount.
        """,
        example: """
          GET /api/v1/listings?minPrice=420000
          no listing with "price": 420000, which there is
          """),
      searchPartial: RuleExplanation(
        """
        The contract names the members that a search covers, but a word from one of them isn't found, although the list \
        shows the item that has it. Words from two items were tried, each with at least four letters or digits. Usually \
        only titles are searched.
        """,
        example: """
          GET /api/v1/listings?q=Prague   no items
          GET /api/v1/listings            "city": "Prague" among them
          """),
      pageNumberWrong: RuleExplanation(
        """
        A page reports a page number other than the requested one, or a size that is neither the requested one nor the \
        number of its items. Clients that continue from there read some pages twice, or skip some.
        """,
        example: """
          GET /api/v1/listings?page=2&pageSize=2
          "page": 1
          """),
      moreWrong: RuleExplanation(
        """
        A page says that it is the last one, but the next page has items that no earlier page had, so clients stop loading \
        too early; or it says that more follows, but the next page is empty, so clients may never stop. The next page was \
        requested by its number or, if the contract has a cursor but no member with its value, by the last item's key.
        """,
        example: """
          GET /v1/orders?limit=2                         "has_more": false
          GET /v1/orders?limit=2&starting_after=ord_73eh   ord_5t9c, ord_vb2e
          """),
      expandIgnored: RuleExplanation(
        """
        The contract says with which name a request can expand an id into its item. Either the id was returned although the \
        item was requested, or the item was returned without being requested. Clients that decode one can't decode the \
        other. The same request is sent with and without the name.
        """,
        example: """
          GET /orders/12                  "customer": "cus_7"
          GET /orders/12?expand=customer  "customer": "cus_7"
          """),
      orderUnstable: RuleExplanation(
        """
        The same request returned the same items in three different orders. Because the list is paged, items move between \
        pages, so some are shown twice and others never. Items that were changed in the meantime may move. To fix it, make \
        the key the last sort criterion.
        """,
        example: """
          GET /api/v2/customers?per_page=100   101, 102, 103
          GET /api/v2/customers?per_page=100   103, 101, 102
          """),
      itemMisplaced: RuleExplanation(
        """
        The contract says which items a list contains, but it shows one that, according to its own members, doesn't belong \
        there: an item that isn't featured among the featured ones, or another ticket's comment among a ticket's comments. \
        If all items have the same unexpected value, it may be an alias for the requested one and isn't checked.
        """,
        example: """
          GET /api/v1/listings/featured
          "isFeatured": false among the items
          """),
      itemsMissing: RuleExplanation(
        """
        A list that should show all items of a kind lacks one that another list of the same items shows to the same caller: \
        it ends too early, or is empty. Both were read again with the same result, and neither came from a cache. Items \
        that the run itself created or changed don't count, nor do items that a list may omit on purpose: those that differ \
        from all the shown items in a member by which the list can be filtered, in a flag, or in an enum value. A list of \
        three or more items that has neither pages nor a total may also be limited on purpose.
        """,
        example: """
          GET /api/v1/listings            "id": "123", "isFeatured": true
          GET /api/v1/listings/featured   no "123"
          """),
      itemDiffers: RuleExplanation(
        """
        An item has a different value in the list than when read individually, although according to the contract both are \
        the same item. The list and the item were read twice with the same result, and neither came from a cache. Not \
        compared are members that only one of the two shows or that are null in one, truncated or masked texts, URLs, parts \
        of arrays, counts, modification times, and items that the run itself created or changed.
        """,
        example: """
          GET /api/v1/listings       "id": "123", "price": 420000
          GET /api/v1/listings/123   "price": 399000
          """),
    ]
  }
}
