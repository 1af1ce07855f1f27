import PlumblineRecordings
import Testing

@testable import PlumblineCommands

struct SeenEntriesTests {
  private func outline(_ number: Int) throws -> EntryOutline {
    let text = #"{ "time": 1, "request": { "url": "/\#(number + 1000)" } }"#
    return try #require(EntryOutline.of(Array(text.utf8), changing: ChangingFields(except: [])))
      .outline
  }

  @Test func `what was found out about an entry is there for those that repeat it`() throws {
    var seen = SeenEntries<String>()
    let first = seen.finding(try outline(1))
    #expect(first == nil)
    seen.keep("one", for: try outline(1))
    let again = seen.finding(try outline(1))
    let other = seen.finding(try outline(2))
    #expect(again == "one")
    #expect(other == nil)
    seen.keep("another", for: try outline(1))
    let renewed = seen.finding(try outline(1))
    #expect(renewed == "another")
    #expect(seen.count == 1)
  }

  @Test func `of very many entries those that come again are kept, in limited room`() throws {
    let size = try outline(0).size
    var seen = SeenEntries<Int>(room: 10 * size)
    seen.keep(0, for: try outline(0))
    for number in 1...200 {
      seen.keep(number, for: try outline(number))
      let often = seen.finding(try outline(0))
      #expect(often == 0, "after \(number)")
      #expect(seen.count <= 23)
    }
    let gone = seen.finding(try outline(1))
    #expect(gone == nil)
  }
}
