import PlumblineTime
import Testing

struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0, ""), ("2026-11-21T02:15:00z", 1_795_227_300, ""),
    ("2026-11-21t10:15:00+08:00", 1_795_227_300, ""), ("2026-11-20 23:45:00-02:30", 1_795_227_300, ""),
    ("2026-11-21T02:15:00.2500Z", 1_795_227_300, "25"), ("2026-11-21T02:15:00.000+00:00", 1_795_227_300, ""),
  ])
  func `a moment of any zone is the same second`(text: String, second: Int, fraction: String) throws {
    let timestamp = try #require(Timestamp(text))
    #expect(timestamp.second == second)
    #expect(timestamp.fraction == fraction)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T02:15:00", "2026-02-29T02:15:00Z", "2026-11-21T24:15:00Z", "2026-11-21T02:15:00.Z",
    "2026-11-21T02:15:00+8:00", "2026-11-21T02:15:00+24:00", "2026-11-21T02:15:00+08:60", "2026-11-21T02:15:00+-1:00",
    "2026-11-21x02:15:00Z", "2026-11-21T02:15:00Z ", "2026-11-21T02:15:é0Z", "éééééééééééééééééééé",
  ])
  func `any other text is none`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func `moments follow one another, whatever their zones and however long their fractions`() throws {
    let texts = [
      "2026-11-21T10:14:59.9+08:00", "2026-11-21T02:15:00Z", "2026-11-21T02:15:00.05Z", "2026-11-20T21:15:00.1-05:00",
      "2026-11-21T02:15:00.11Z",
    ]
    let moments = try texts.map { try #require(Timestamp($0)) }
    #expect(moments.shuffled().sorted() == moments)
  }

  @Test func `a coarser clock cuts a fraction off`() throws {
    let moment = try #require(Timestamp("2026-11-21T02:15:00.123456Z"))
    #expect(moment.isCutOff(as: try #require(Timestamp("2026-11-21T10:15:00.123+08:00"))))
    #expect(moment.isCutOff(as: try #require(Timestamp("2026-11-21T02:15:00Z"))))
    for other in ["2026-11-21T02:15:00.124Z", "2026-11-21T02:15:01Z", "2026-11-21T02:15:00.123456Z"] {
      #expect(!moment.isCutOff(as: try #require(Timestamp(other))), "\(other)")
    }
  }
}
