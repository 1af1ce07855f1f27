import PlumblineMockEngine
import Testing

@Suite struct FaultRuleTests {
  @Test(arguments: [
    ("503", "503"), ("notFound", "notFound"), ("reset:0.2@tickets.*", "reset:0.2@tickets.*"),
    ("bad-chunk:25%", "bad-chunk:0.25"), ("offline@items.get", "offline@items.get"), ("drip:1", "drip"),
    ("break-off-3:0.5@chat.*", "break-off-3:0.5@chat.*"), ("break-off-0", "break-off-0"),
  ])
  func `a fault reads as the command line has it`(_ text: String, _ written: String) throws {
    #expect("\(try FaultRule(parsing: text))" == written)
  }

  @Test(arguments: [
    ("", "isn't a fault"), ("200", "400 to 599"), ("reset:2", "0 to 1"), ("reset:120%", "0 to 1"),
    ("reset:x", "0 to 1"),
    ("reset@", "has no endpoint after the @"), ("reset:nan", "0 to 1"),
    ("break-off", "number of events"), ("break-off-", "number of events"), ("break-off-x", "number of events"),
    ("break-off--1", "number of events"),
  ])
  func `a fault that can't be read says what would be right`(_ text: String, _ hint: String) {
    let error = #expect(throws: RuleError.self) { try FaultRule(parsing: text) }
    #expect(error?.description.contains(hint) == true, "\(String(describing: error))")
  }

  @Test(
    arguments: [
      ("recorded", .recorded), ("none", .immediate), ("50ms", .every(.milliseconds(50))), ("0ms", .every(.zero)),
    ] as [(String, StreamPace)])
  func `a pace reads as the command line has it`(_ text: String, _ pace: StreamPace) throws {
    #expect(try StreamPace(parsing: text) == pace)
  }

  @Test(arguments: [
    ("", "isn't a pace"), ("fast", "recorded, none"), ("None", "isn't a pace"), ("-1s", "isn't a pace"),
    ("50", "its unit"),
    ("11m", "too long"),
  ])
  func `a pace that can't be read says what would be right`(_ text: String, _ hint: String) {
    let error = #expect(throws: RuleError.self) { try StreamPace(parsing: text) }
    #expect(error?.description.contains(hint) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("200ms", "200ms"), ("1.5s", "1500ms"), ("2m@items.*", "120s@items.*"), ("100ms..2s", "100ms..2s"),
    ("lognormal:300ms,0.5@a", "lognormal:300ms,0.5@a"), ("250us", "250us"), ("0ms", "0ms"),
  ])
  func `a delay reads as the command line has it`(_ text: String, _ written: String) throws {
    let rule = try DelayRule(parsing: text)
    #expect("\(rule)" == written)
    #expect(try DelayRule(parsing: written) == rule)
  }

  @Test(arguments: [
    ("200", "its unit"), ("fast", "its unit"), ("11m", "too long"), ("1e99s", "too long"), ("-1s", "its unit"),
    ("2s..1s", "backwards"), ("lognormal:1s", "a sigma"), ("lognormal:1s,9", "a sigma"), ("infs", "its unit"),
    ("lognormal:x,1", "its unit"), ("", "its unit"),
  ])
  func `a delay that can't be read says what would be right`(_ text: String, _ hint: String) {
    let error = #expect(throws: RuleError.self) { try DelayRule(parsing: text) }
    #expect(error?.description.contains(hint) == true, "\(String(describing: error))")
  }
}
