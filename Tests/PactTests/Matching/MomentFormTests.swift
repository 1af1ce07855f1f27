import PlumblineJSONSchema
import Testing

@testable import PlumblinePact

struct MomentFormTests {
  @Test(arguments: [
    ("yyyy-MM-dd", "2026-11-28", true), ("yyyy-MM-dd", "2026-13-28", false), ("yyyy-MM-dd", "28.11.2026", false),
    ("yyyy-MM-dd'T'HH:mm:ssXXX", "2026-11-28T09:05:00+01:00", true),
    ("yyyy-MM-dd'T'HH:mm:ssXXX", "2026-11-28T09:05:00Z", true),
    ("yyyy-MM-dd'T'HH:mm:ssXXX", "2026-11-28 09:05:00Z", false),
    ("HH:mm:ss.SSS", "23:59:60.000", false), ("HH:mm:ss.SSS", "23:59:59.999", true),
    ("d/M/yy h:mm a", "8/9/26 1:05 PM", true), ("EEE, dd MMM yyyy", "Sat, 28 Nov 2026", true),
    ("hh 'o''clock'", "09 o'clock", true),
  ])
  func `a form takes the texts that are written in it`(_ form: String, _ text: String, _ isOne: Bool) throws {
    let pattern = try Pattern("^(?:\(try #require(MomentForm.pattern(of: form))))$")
    #expect(pattern.matches(Array(text.utf8)) == isOne)
  }

  @Test(arguments: ["yyyy-QQ", "GG", "'open"])
  func `a form with letters that aren't known has no pattern`(_ form: String) {
    #expect(MomentForm.pattern(of: form) == nil)
  }
}
