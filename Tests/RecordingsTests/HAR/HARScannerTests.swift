import PlumblineContractModel
import PlumblineJSONTree
import TestSupport
import Testing

@testable import PlumblineRecordings

/// Entries that are found while a file arrives in pieces, which may be split anywhere.
@Suite struct HARScannerTests {
  private struct Found: Equatable {
    var entries: [String] = []
    var places: [String] = []
    var tooLong = 0
    var problem: String?
  }

  /// Returns the findings in a text that arrives in pieces.
  private func scan(_ pieces: [[UInt8]], limit: Int = 1 << 20) -> Found {
    var scanner = HARScanner(file: "a.har", limit: limit)
    var found = Found()
    for piece in pieces {
      scanner.take(piece)
      while let next = scanner.next() {
        switch next {
        case .entry(let bytes, let place):
          found.entries.append(String(decoding: bytes, as: UTF8.self))
          found.places.append("\(place.line):\(place.column)")
        case .tooLong: found.tooLong += 1
        }
      }
      #expect(scanner.waiting <= limit + piece.count)
    }
    found.problem = scanner.finish().map { "\($0)" }
    return found
  }

  private static let text = #"""
    { "log": { "version": "1.2", "pages": [{ "entries": [7] }], "creator": { "name": "a \" \\", "entries": "x" },
      "entries": [
        { "request": { "url": "]}\"\\" }, "n": [1, { "a": [] }] },  {"second": "\\\\"},
        3,"four" , null
      ],
      "comment": "entries" } }
    """#

  private static let entries = [
    #"{ "request": { "url": "]}\"\\" }, "n": [1, { "a": [] }] }"#, #"{"second": "\\\\"}"#, "3", #""four" "#, "null\n  ",
  ]

  @Test func `entries are found wherever the text is cut`() {
    let bytes = Array(Self.text.utf8)
    let whole = scan([bytes])
    #expect(whole.entries == Self.entries)
    #expect(whole.places == ["3:5", "3:65", "4:5", "4:7", "4:16"])
    #expect(whole.problem == nil)
    #expect(whole.tooLong == 0)
    for cut in 1..<bytes.count {
      #expect(scan([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
    }
    #expect(scan(bytes.map { [$0] }) == whole)
  }

  @Test(arguments: [
    (#"{"log": {"entries": [{"a": 1} {"b": 2}]}}"#, "a.har:1:31"), (#"{"log": {"entries": [{"a": 1}]}"#, "a.har:1:32"),
    (#"{"log": {"entries": [{"a": 1},]}}"#, "a.har:1:31"), (#"{"log": {"entries": [], "x": tru}}"#, "a.har:1:33"),
    ("{\"log\": {\"entries\": [{\n\"a\":\n1}],\n!}}", "a.har:4:1"), ("", "a.har:1:1"), ("[]", "a.har:1:1"),
    (#"{"log": []}"#, "a.har:1:9"), (#"{"log": {}}"#, "a.har:1:9"), (#"{"log": {"entries": 4}}"#, "a.har:1:21"),
    (#"{"log": {"entries": [{"a": 1}}"#, "a.har:1:30"), (#"{"log": {"entries": [}"#, "a.har:1:22"),
    (#"{"log": {"entries": [1,, 2]}}"#, "a.har:1:24"), ("{\"log\": {\"entries\": [\n1,\n {\"a\": 1}\n", "a.har:4:1"),
    ("{\"log\": {\"entries\": [\n1,\n {\"a\": tru", "a.har:3:11"),
  ])
  func `what is wrong around the entries has its place`(text: String, place: String) throws {
    let found = scan([Array(text.utf8)])
    #expect(try #require(found.problem).hasPrefix("\(place): "), "\(found)")
    #expect(scan(text.utf8.map { [$0] }) == found)
  }

  @Test func `blanks of all kinds are passed over, and places stay right`() {
    let blanks = String(repeating: " ", count: 19) + "\n\r\n\t" + String(repeating: " ", count: 8)
    let text = "|{\"log\":|{\"entries\": [|1,|{ }|]|}}|"
    let bytes = Array(text.replacing("|", with: blanks).utf8)
    let whole = scan([bytes])
    #expect(whole.entries == ["1", "{ }"])
    #expect(whole.places == ["7:10", "9:10"])
    #expect(whole.problem == nil)
    for cut in 1..<bytes.count {
      #expect(scan([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
    }
  }

  @Test func `an entry that is too long is passed over in little memory, and the next is found`() {
    let long = #"{"a": ""# + String(repeating: "x", count: 10_000) + #""}"#
    let text = #"{"log": {"entries": [\#(long), {"b": 1}]}}"#
    let pieces = stride(from: 0, to: text.utf8.count, by: 64).map { Array(text.utf8.dropFirst($0).prefix(64)) }
    let found = scan(pieces, limit: 100)
    #expect(found.tooLong == 1 && found.entries == [#"{"b": 1}"#] && found.problem == nil, "\(found)")
  }

  @Test func `what is kept of a file doesn't grow with its entries`() {
    var scanner = HARScanner(file: "a.har", limit: 1 << 20)
    scanner.take(Array(#"{"log": {"entries": [1"#.utf8))
    for _ in 0..<1000 {
      scanner.take(Array(",\n      {\"a\": 1}".utf8))
      while scanner.next() != nil {}
    }
    #expect(scanner.room < 64)
  }

  @Test(arguments: RandomSeed.ofThisRun)
  func `hostile bytes crash nothing, and come out the same however they are cut`(seed: RandomSeed) {
    var numbers = seed.numbers
    let base = Array(Self.text.utf8)
    for _ in 0..<400 {
      var bytes = base
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        let new = [
          UInt8(ascii: "{"), UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: "\\"), 0, 0xFF, UInt8(ascii: ","),
        ]
        if Bool.random(using: &numbers) {
          bytes.remove(at: place)
        } else {
          bytes[place] = new.randomElement(using: &numbers) ?? 0
        }
      }
      let cut = Int.random(in: 0..<bytes.count, using: &numbers)
      #expect(scan([Array(bytes[..<cut]), Array(bytes[cut...])]) == scan([bytes]), "\(bytes)")
    }
  }
}
