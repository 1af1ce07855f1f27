import Foundation
import RealityPortalClient
import Testing

@Suite struct PushPayloadTests {
  private static func json(_ text: String) throws -> PushPayload { try PushPayload(json: Data(text.utf8)) }

  @Test func `a reply leads to its conversation, and the badge is read`() throws {
    let payload = try Self.json(#"{"aps":{"badge":3},"type":"inquiry_reply","inquiryId":"501"}"#)
    #expect(payload.route == .inquiryDetail(id: "501"))
    #expect(payload.badge == 3)
  }

  @Test func `the dictionary of the system says the same as the bytes`() throws {
    let alert: [String: Any] = ["title": "Petra", "loc-args": ["a", "b"]]
    let userInfo: [AnyHashable: Any] = [
      "aps": ["alert": alert, "badge": NSNumber(value: 3), "mutable-content": true] as [String: Any],
      "type": "inquiry_reply", "inquiryId": "501", "ratio": 0.5, "none": NSNull(),
    ]
    let payload = try PushPayload(userInfo: userInfo)
    #expect(payload.route == .inquiryDetail(id: "501"))
    #expect(payload.badge == 3)
    let bridged = NSDictionary(dictionary: ["aps": [String: Any](), "link": "realityportal://listing/123"])
    let info = try #require(bridged as? [AnyHashable: Any])
    #expect(try PushPayload(userInfo: info).route == .listingDetail(id: "123"))
  }

  @Test func `a badge that is a boolean is no number in a dictionary either`() {
    for badge in [true, NSNumber(value: true), "1", 1.5, -1, NSNull(), Double.greatestFiniteMagnitude] as [Any] {
      #expect(throws: PushPayloadError.wrongValue("aps.badge"), "\(badge)") {
        try PushPayload(userInfo: ["aps": ["badge": badge]])
      }
    }
  }

  @Test(arguments: [
    ("", PushPayloadError.notJSON), ("\u{0}", .notJSON), ("{", .notJSON), ("[]", .notJSON), ("null", .notJSON),
    ("{}\u{0}", .notJSON), (#"{"aps":{}}{"aps":{}}"#, .notJSON), ("{}", .missing("aps")),
    (#"{"aps":null}"#, .wrongValue("aps")), (#"{"aps":[]}"#, .wrongValue("aps")),
    (#"{"aps":{},"type":1}"#, .wrongValue("type")), (#"{"aps":{},"type":null}"#, .wrongValue("type")),
    (#"{"aps":{},"type":"inquiry_reply"}"#, .missing("inquiryId")),
    (#"{"aps":{},"type":"new_listing","inquiryId":"501"}"#, .missing("listingId")),
    (#"{"aps":{},"inquiryId":501}"#, .wrongValue("inquiryId")),
    (#"{"aps":{},"inquiryId":"5/1"}"#, .noId("inquiryId")),
    (#"{"aps":{},"listingId":"１"}"#, .noId("listingId")),
    (#"{"aps":{},"link":"javascript:alert(1)"}"#, .foreignLink),
    (#"{"aps":{},"link":"realityportal://listing/123","listingId":"124"}"#, .leadsTwoWays),
    (#"{"aps":{},"link":"realityportal://listing/123","inquiryId":"501"}"#, .leadsTwoWays),
    (#"{"aps":{},"type":"new_listing","listingId":"1","link":"realityportal://listing/2"}"#, .leadsTwoWays),
    (
      #"{"aps":{},"type":"new_listing","listingId":"1","link":"realityportal://listing/1","inquiryId":"5"}"#,
      .leadsTwoWays
    ),
    (#"{"aps":{"badge":9223372036854775808}}"#, .wrongValue("aps.badge")),
  ])
  func `what doesn't fit is refused, and says why`(text: String, error: PushPayloadError) {
    #expect(throws: error) { try Self.json(text) }
    #expect(error.errorDescription?.hasSuffix(".") == true)
  }

  @Test func `no bytes make it crash, however they are cut or changed`() throws {
    let text = Array(#"{"aps":{"alert":"\u00e4\"","badge":1},"type":"inquiry_reply","inquiryId":"501"}"#.utf8)
    for index in text.indices {
      #expect(throws: PushPayloadError.self) { try PushPayload(json: Data(text[..<index])) }
      for byte: UInt8 in [0, 0x22, 0x5C, 0x5B, 0x7B, 0x7D, 0x80, 0xFF] {
        var changed = text
        changed[index] = byte
        if let payload = try? PushPayload(json: Data(changed)), let route = payload.route {
          #expect(route == .inquiryDetail(id: "501"), "\(String(decoding: changed, as: UTF8.self))")
        }
      }
    }
  }

  @Test func `4096 bytes are taken, one more is refused`() throws {
    let start = #"{"aps":{},"x":""#
    let most = start + String(repeating: "a", count: 4096 - start.utf8.count - 2) + "\"}"
    #expect(most.utf8.count == 4096)
    #expect(try Self.json(most).route == nil)
    #expect(throws: PushPayloadError.tooLong) { try Self.json(most + " ") }
    #expect(throws: PushPayloadError.tooLong) {
      try PushPayload(userInfo: ["aps": [String: Any](), "x": String(repeating: "a", count: 5000)])
    }
    #expect(throws: PushPayloadError.tooLong) {
      try PushPayload(userInfo: ["aps": [String: Any](), "x": Array(repeating: 1, count: 5000)])
    }
  }

  @Test func `what lies too deep isn't gone through`() throws {
    func nested(_ depth: Int) -> Any { (0..<depth).reduce([Any]()) { inner, _ in [inner] } }
    func text(_ depth: Int) -> String {
      String(repeating: "[", count: depth + 1) + String(repeating: "]", count: depth + 1)
    }
    #expect(try Self.json(#"{"aps":{},"x":\#(text(6))}"#).route == nil)
    #expect(try PushPayload(userInfo: ["aps": [String: Any](), "x": nested(6)]).route == nil)
    #expect(throws: PushPayloadError.tooDeep) { try Self.json(#"{"aps":{},"x":\#(text(7))}"#) }
    #expect(throws: PushPayloadError.tooDeep) { try Self.json(String(repeating: "[", count: 4000)) }
    #expect(throws: PushPayloadError.tooDeep) {
      try PushPayload(userInfo: ["aps": [String: Any](), "x": nested(7)])
    }
    #expect(try Self.json(#"{"aps":{},"x":"[[[[[[[[[[\"[[["}"#).badge == nil, "Brackets in a text are none.")
  }

  @Test func `what no JSON has is refused`() {
    for value in [Data([1]), Date(), Double.nan, URL(fileURLWithPath: "/")] as [Any] {
      #expect(throws: PushPayloadError.notJSON) { try PushPayload(userInfo: ["aps": [String: Any](), "x": value]) }
    }
    #expect(throws: PushPayloadError.notJSON) { try PushPayload(userInfo: ["aps": [String: Any](), 7: "x"]) }
  }

  @Test func `a tap on a reply leads a guest to the login, and from there to the conversation`() throws {
    let payload = try Self.json(#"{"aps":{},"type":"inquiry_reply","inquiryId":"501"}"#)
    var navigation = NavigationCoordinator()
    let leads = navigation.open(payload)
    #expect(leads)
    #expect(navigation.isLoginShown)
    #expect(navigation.selectedTab == .home)
    navigation.loggedIn()
    #expect(navigation.current == .inquiryDetail(id: "501"))
    navigation.back()
    #expect(navigation.current == .inquiries)
  }

  @Test func `a tap opens its screen over the tab's first, once`() throws {
    let reply = try Self.json(#"{"aps":{},"type":"inquiry_reply","inquiryId":"501"}"#)
    let listing = try Self.json(#"{"aps":{},"link":"realityportal://listing/123"}"#)
    var navigation = NavigationCoordinator(isAuthenticated: true)
    navigation.navigate(to: .inquiryDetail(id: "502"))
    navigation.open(reply)
    navigation.open(reply)
    #expect(navigation.path(of: .inquiries) == [.inquiryDetail(id: "501")])
    navigation.open(listing)
    #expect(navigation.selectedTab == .home)
    #expect(navigation.path(of: .home) == [.listingDetail(id: "123")])
  }

  @Test func `a notification that leads nowhere leaves the app as it was`() throws {
    var navigation = NavigationCoordinator(isAuthenticated: true)
    navigation.navigate(to: .inquiryDetail(id: "502"))
    let before = navigation
    let leads = navigation.open(try Self.json(#"{"aps":{"badge":1},"type":"price_drop"}"#))
    #expect(!leads)
    #expect(navigation == before)
  }
}
