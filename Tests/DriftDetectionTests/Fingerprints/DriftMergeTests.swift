import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

struct DriftMergeTests {
  private func drift(_ pointer: JSONPointer, call: String, count: Int = 1) -> Drift {
    var drift = Drift(
      rule: .response.field.missing, service: "notes", endpoint: "notes.list", status: 200, pointer: pointer,
      message: "Gone.", call: call)
    drift.count = count
    drift.recording = "notes.list/\(call)"
    return drift
  }

  @Test func `the same drift of several calls is one, with a count and the first place`() {
    let merged = DriftMerge.merged([
      drift("/response/body/data/3/id", call: "first", count: 2), drift("/response/body/data/0/id", call: "second"),
    ])
    #expect(merged.count == 1)
    #expect(merged.first?.count == 3)
    #expect(merged.first?.pointer == "/response/body/data/3/id")
    #expect(merged.first?.call == "first")
    #expect(merged.first?.recording == "notes.list/first")
  }

  @Test func `different drift stays apart, in the order of first sight`() {
    let merged = DriftMerge.merged([
      drift("/response/body/data/0/title", call: "a"), drift("/response/body/data/0/id", call: "b"),
      drift("/response/body/data/1/title", call: "c"),
    ])
    #expect(merged.map(\.count) == [2, 1])
    #expect(merged.map(\.pointer) == ["/response/body/data/0/title", "/response/body/data/0/id"])
  }

  @Test func `counts don't overflow`() {
    let merged = DriftMerge.merged([drift("/a", call: "a", count: .max), drift("/a", call: "b", count: 2)])
    #expect(merged.first?.count == .max)
  }

  @Test func `of equal findings the earliest is reported, in any order`() {
    func seen(_ pointer: JSONPointer, _ moment: String?) -> Drift {
      var one = drift(pointer, call: "a")
      (one.firstSeen, one.lastSeen) = (moment, moment)
      return one
    }
    let all = [
      seen("/response/body/data/2/id", "2026-11-20T08:00:00.000Z"), seen("/response/body/data/0/id", nil),
      seen("/response/body/data/1/id", "2026-11-20T08:00:00.000Z"), seen("/response/body/data/3/id", "2026-11-21"),
    ]
    for order in [all, all.reversed()] {
      var merge = DriftMerge(choosing: .least)
      merge.add(order)
      #expect(merge.drift.map(\.pointer) == ["/response/body/data/1/id"])
      #expect(merge.drift.first?.firstSeen == "2026-11-20T08:00:00.000Z")
      #expect(merge.drift.first?.lastSeen == "2026-11-21")
      #expect(merge.drift.first?.count == 4)
    }
  }

  @Test func `what was seen before is counted as it was found, unless it is older or another kind for who sees it`() {
    func found(_ name: String, _ moment: String? = nil) -> Drift {
      var one = drift(JSONPointer(tokens: ["response", "body", name]), call: "a")
      (one.firstSeen, one.lastSeen) = (moment, moment)
      return one
    }
    var merge = DriftMerge(choosing: .least)
    func counts(_ name: String, at moment: String?) -> Bool { merge.counts(found(name), at: moment) }
    #expect(!counts("id", at: "2026-11-20"))
    merge.add([found("id", "2026-11-20")])
    merge.remember(found("id"), shownAs: found("id", "2026-11-20"))
    #expect(counts("id", at: "2026-11-22"))
    // Exchanges with an earlier or unknown time may still have to be shown.
    #expect(!counts("id", at: "2026-11-19"))
    #expect(!counts("id", at: "2026-11-20"))
    #expect(!counts("id", at: nil))
    #expect(merge.drift.map(\.count) == [2])
    #expect(merge.drift.first?.firstSeen == "2026-11-20")
    #expect(merge.drift.first?.lastSeen == "2026-11-22")
    // A masked name says nothing about the names in other exchanges.
    merge.add([found("•••", "2026-11-20")])
    merge.remember(found("hunter2"), shownAs: found("•••", "2026-11-20"))
    #expect(!counts("hunter2", at: "2026-11-22"))
  }

  @Test func `the findings of a repeated exchange are counted all or not at all`() {
    func found(_ name: String, _ moment: String? = nil) -> Drift {
      var one = drift(JSONPointer(tokens: ["response", "body", name]), call: "a")
      (one.firstSeen, one.lastSeen) = (moment, moment)
      return one
    }
    var merge = DriftMerge(choosing: .least)
    for (name, moment) in [("id", "2026-11-20"), ("title", "2026-11-22")] {
      merge.add([found(name, moment)])
      merge.remember(found(name), shownAs: found(name, moment))
    }
    func counts(_ names: [String], at moment: String?) -> Bool {
      merge.countsAll(names.map { found($0) }, at: moment)
    }
    #expect(!counts(["id", "title"], at: "2026-11-21"))
    #expect(!counts(["id", "title"], at: nil))
    #expect(!counts(["id", "owner"], at: "2026-11-23"))
    #expect(merge.drift.map(\.count) == [1, 1])
    #expect(counts(["id", "title"], at: "2026-11-23"))
    #expect(merge.drift.map(\.count) == [2, 2])
    #expect(merge.drift.map(\.lastSeen) == ["2026-11-23", "2026-11-23"])
    #expect(counts([], at: nil))
  }

  @Test func `nothing merges to nothing`() {
    #expect(DriftMerge.merged([]).isEmpty)
  }
}
