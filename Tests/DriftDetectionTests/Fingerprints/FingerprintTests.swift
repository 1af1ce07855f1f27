import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

struct FingerprintTests {
  private let drift = Drift(
    rule: .response.field.missing, service: "notes", endpoint: "notes.list", status: 200,
    pointer: "/response/body/data/3/id", expected: "integer", actual: "nothing", message: "Gone.",
    contract: SourceLocation(file: "notes.json", line: 3, column: 4))

  private func changed(_ change: (inout Drift) -> Void) -> String {
    var copy = drift
    change(&copy)
    return copy.fingerprint
  }

  @Test func `a fingerprint is sixteen hexadecimal digits, and always the same ones`() {
    #expect(drift.fingerprint == "00516a8c43dd6ce0")
    #expect(drift.fingerprint.utf8.count == 16)
  }

  @Test func `words, counts, lines and indices are not part of it`() {
    #expect(changed { $0.message = "Other words." } == drift.fingerprint)
    #expect(changed { $0.count = 9 } == drift.fingerprint)
    #expect(changed { $0.contract = nil } == drift.fingerprint)
    #expect(changed { $0.expected = "string" } == drift.fingerprint)
    #expect(changed { $0.actual = "null" } == drift.fingerprint)
    #expect(changed { $0.severity = .notice } == drift.fingerprint)
    #expect(changed { $0.call = "notes.list: lists" } == drift.fingerprint)
    #expect(changed { $0.recording = "notes.list/success" } == drift.fingerprint)
    #expect(changed { $0.pointer = "/response/body/data/12/id" } == drift.fingerprint)
  }

  @Test func `service, endpoint, rule, status, pointer and detail are`() {
    let others = [
      changed { $0.service = "tasks" }, changed { $0.endpoint = "notes.get" },
      changed { $0.rule = .response.field.undocumented }, changed { $0.status = 201 }, changed { $0.status = nil },
      changed { $0.pointer = "/response/body/data/3/title" }, changed { $0.pointer = nil },
      changed { $0.detail = "X" }, changed { $0.detail = "" },
    ]
    #expect(Set(others + [drift.fingerprint]).count == others.count + 1)
  }

  @Test func `a folded pointer wins over the pointer itself`() {
    let one = changed {
      $0.pointer = "/response/body/data/by_kind/MEMO"
      $0.folded = "/response/body/data/by_kind/*"
    }
    let other = changed {
      $0.pointer = "/response/body/data/by_kind/TASK"
      $0.folded = "/response/body/data/by_kind/*"
    }
    #expect(one == other)
  }

  @Test func `ids in the path of an undocumented endpoint don't make it another one`() {
    let first = changed { $0.endpoint = "GET /notes/7/history" }
    #expect(first == changed { $0.endpoint = "GET /notes/8/history" })
    #expect(first == changed { $0.endpoint = "GET /notes/6e2b0b6e-6f0f-4d3c-9a53-0d6a0ad4b7aa/history" })
    #expect(first != changed { $0.endpoint = "GET /notes/7/changes" })
  }

  @Test func `parts don't run into each other`() {
    let one = changed {
      $0.service = "ab"
      $0.endpoint = "c"
    }
    let other = changed {
      $0.service = "a"
      $0.endpoint = "bc"
    }
    #expect(one != other)
  }
}
