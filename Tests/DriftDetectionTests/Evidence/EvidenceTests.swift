import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

struct EvidenceTests {
  private func seen(_ exchanges: [Exchange], at endpoint: String) -> [String: Int] {
    var ledger = EvidenceLedger(Notes.contract)
    for exchange in exchanges { ledger.note(exchange) }
    var lines: [String: Int] = [:]
    for one in ledger.evidence where one.endpoint == endpoint {
      let words = ["\(one.status)", one.kind.rawValue, one.pointer?.description, one.value].compactMap { $0 }
      lines[words.joined(separator: " ")] = one.seen
    }
    return lines
  }

  @Test func `nothing is seen before an exchange, and everything that is documented is listed`() {
    let seen = seen([], at: "notes.get")
    #expect(!seen.isEmpty)
    #expect(seen.values.allSatisfy { $0 == 0 })
    for thing in [
      "200 status", "404 status", "404 value /response/body/error \"NOT_FOUND\"",
      "200 null /response/body/data/due_date", "200 value /response/body/data/kind \"MEMO\"",
    ] {
      #expect(seen[thing] == 0, "\(thing) is not in \(seen.keys.sorted())")
    }
    #expect(seen["200 field /response/body/data/id"] == nil)
  }

  @Test func `an exchange shows its status, its optional fields, its nulls and its values, each once`() {
    let once = seen([.reading(Notes.note)], at: "notes.get")
    #expect(once["200 status"] == 1)
    #expect(once["404 status"] == 0)
    #expect(once["200 null /response/body/data/due_date"] == 1)
    #expect(once["200 value /response/body/data/kind \"MEMO\""] == 1)
    #expect(once["200 value /response/body/data/kind \"TASK\""] == 0)
    let refused = Exchange.made("/notes/9", status: 404, .failure("NOT_FOUND"))
    #expect(seen([refused], at: "notes.get")["404 value /response/body/error \"NOT_FOUND\""] == 1)
    let list = Exchange.made("/notes", ["success": true, "data": [Notes.note, Notes.note]])
    #expect(seen([list, list], at: "notes.list")["200 value /response/body/data/*/kind \"MEMO\""] == 2)
  }

  @Test func `outages, undocumented answers and other endpoints show nothing`() {
    let nothing = seen([], at: "notes.get")
    #expect(seen([.made("/notes/7", status: 502, text: "")], at: "notes.get") == nothing)
    #expect(seen([.made("/notes/7", status: 418, ["success": true])], at: "notes.get") == nothing)
    #expect(seen([.made("/elsewhere", ["success": true])], at: "notes.get") == nothing)
  }
}
