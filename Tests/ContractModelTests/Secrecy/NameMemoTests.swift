import PlumblineContractModel
import Testing

@Suite struct NameMemoTests {
  @Test func `a name is read once`() {
    #expect(Self.reads(of: ["token", "pin", "token", "token"]) == ["token", "pin"])
  }

  @Test func `a long name and one outside ASCII are read each time`() {
    let long = String(repeating: "n", count: 65)
    #expect(Self.reads(of: [long, long]) == [long, long])
    #expect(Self.reads(of: ["clé", "clé"]) == ["clé", "clé"])
  }

  @Test func `names without end cost no more memory`() {
    let others = (0..<8).map { "name\($0)" }
    #expect(Self.reads(of: ["token"] + others + ["token"], holding: 8).count(where: { $0 == "token" }) == 2)
  }

  @Test func `the keys of a large object are read once, however many walks ask for them`() {
    let keys = (0..<5000).map { "key\($0)" }
    #expect(Self.reads(of: keys + keys) == keys)
  }

  /// Returns the names that had to be parsed because the memo didn't contain them.
  private static func reads(of names: [String], holding mostNames: Int = 131_072) -> [String] {
    let memo = NameMemo<Int>(mostNames: mostNames)
    var reads: [String] = []
    for name in names {
      let length = memo.value(of: name) { name in
        reads.append(name)
        return name.utf8.count
      }
      #expect(length == name.utf8.count)
    }
    return reads
  }
}
