import PlumblineContractModel
import Testing

@Suite struct SpellingTests {
  @Test(arguments: [
    ("sucess", "success"), ("Success", "success"), ("falures", "failures"), ("stnading", "standing"),
    ("get", "GET"),
  ])
  func `a mistyped word finds the one that was meant`(word: String, meant: String) {
    #expect(Spelling.nearest(word, among: ["standing", "success", "failures", "GET"]) == meant)
  }

  @Test(arguments: ["", "banana", "s", String(repeating: "success", count: 100)])
  func `a word that is like nothing finds nothing`(word: String) {
    #expect(Spelling.nearest(word, among: ["standing", "success", "failures"]) == nil)
  }

  @Test func `swapped neighbours count as one mistake`() {
    #expect(Spelling.distance("ab", "ba") == 1)
    #expect(Spelling.distance("kitten", "sitting") == 3)
    #expect(Spelling.distance("", "abc") == 3)
  }

  @Test func `what both begin and end with makes no difference`() {
    // Every word of up to four letters is compared with and without a common beginning and end.
    let words = (0..<6).reduce([""]) { all, _ in Array(Set(all + all.flatMap { ["a" + $0, "b" + $0] })) }
      .filter { $0.count <= 4 }
    for left in words {
      for right in words {
        let distance = Spelling.distance("x" + left + "y", "z" + right + "w") - 2
        #expect(Spelling.distance(left, right) <= distance)
        #expect(Spelling.distance("ab" + left + "ba", "ab" + right + "ba") == Spelling.distance(left, right))
      }
    }
  }

  @Test func `of equally near words the first wins`() {
    #expect(Spelling.nearest("cat", among: ["bat", "hat"]) == "bat")
  }

  @Test func `lists read like sentences`() {
    #expect(Spelling.list([]) == "")
    #expect(Spelling.list(["a"]) == "a")
    #expect(Spelling.list(["a", "b", "c"], joining: "or") == "a, b or c")
    #expect(Spelling.list(["a", "b", "c", "d"], limit: 2) == "a, b and 2 more")
  }

  @Test(arguments: [
    ("listPaymentMethods", "listMethods"), ("list_payment_methods", "listMethods"), ("methods.list", nil),
    ("listAllBookingsOfToday", "listBookings"), ("list", nil), ("listSeats", nil),
  ])
  func `a name with a word too many suggests the one of its other words`(name: String, meant: String?) {
    let names = ["listBookings", "getBooking", "listMethods", "listPaymentMethodsOfGuestsByCountry"]
    let list = "; known: \(Spelling.list(names))."
    #expect(Spelling.suggestion(for: name, among: names) == meant.map { "; did you mean \"\($0)\"?" } ?? list)
  }

  @Test func `a suggestion names the nearest word, or all there are`() {
    #expect(Spelling.suggestion(for: "notFond", among: ["notFound"]) == "; did you mean \"notFound\"?")
    #expect(Spelling.suggestion(for: "x", among: ["notFound", "gone"]) == "; known: notFound and gone.")
    #expect(Spelling.suggestion(for: "x", among: []) == "; none are defined.")
  }
}
