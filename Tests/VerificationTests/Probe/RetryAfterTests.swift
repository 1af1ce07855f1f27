import PlumblineHTTPMessages
import PlumblineVerification
import Testing

struct RetryAfterTests {
  @Test(arguments: [
    ("0", 0), ("7", 7), ("-5", 0), ("soon", 1), ("", 1), ("99999999999999999999999", 1),
    ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sun, 06 Nov 1994 08:48:00 GMT", 0),
    ("Sun, 06 Nov 99994 08:49:37 GMT", 1), ("Sun, 66 Nov 1994 08:49:37 GMT", 1), ("Sun, 06 Now 1994 08:49:37 GMT", 1),
  ])
  func `a pause is a number of seconds or a date`(text: String, seconds: Int) {
    let headers: HeaderFields = ["Retry-After": text]
    #expect(RetryAfter.seconds(headers, now: 784_111_740) == seconds)
  }

  @Test func `a date is measured by the server's own clock`() {
    let headers: HeaderFields = [
      "Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:27 GMT",
    ]
    #expect(RetryAfter.seconds(headers, now: 0) == 10)
  }

  @Test func `without the field the pause is a second`() {
    #expect(RetryAfter.seconds([:], now: 0) == 1)
  }

  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
    ("Sat, 21 Nov 2026 06:00:00 GMT", 1_795_240_800),
  ])
  func `dates are read`(text: String, seconds: Int) {
    #expect(HTTPDate.secondsSinceEpoch(text) == seconds)
    #expect(String(decoding: HTTPDate.bytes(secondsSinceEpoch: seconds), as: UTF8.self) == text)
  }
}
