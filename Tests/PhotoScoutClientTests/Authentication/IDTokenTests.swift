import Foundation
import PhotoScoutClient
import Testing

@Suite struct IDTokenTests {
  @Test func `the claims are decoded`() throws {
    let token = try IDToken(decoding: Tokens.token())
    #expect(token.issuer == "https://accounts.google.com")
    #expect(token.subject == "105925737740615784679")
    #expect(token.email == "user@example.com")
    #expect(token.isEmailVerified == true)
    #expect(token.name == "John Doe")
    #expect(token.picture == "https://lh3.googleusercontent.com/a")
    #expect(token.issuedAt == Date(timeIntervalSince1970: 1_234_567_890))
    #expect(token.expiresAt == Date(timeIntervalSince1970: 1_234_571_490))
    #expect(token.audience == [Tokens.clientID])
    #expect(token.nonce == Tokens.nonce)
  }

  @Test func `a token that is cut off anywhere is refused`() {
    let token = Tokens.token()
    for length in 0..<token.utf8.count {
      let prefix = String(token.prefix(length))
      // The signature isn't verified, so a shortened one may still be accepted.
      if prefix.split(separator: ".", omittingEmptySubsequences: false).count == 3, !prefix.hasSuffix(".") { continue }
      #expect(throws: AuthenticationError.self) { try IDToken(decoding: prefix) }
    }
  }

  @Test func `no byte that changes makes decoding crash`() {
    let token = Array(Tokens.token().utf8)
    for index in token.indices {
      for byte: UInt8 in [0, 0x20, 0x2B, 0x2E, 0x3D, 0x41, 0x5F, 0x7F] {
        var changed = token
        changed[index] = byte
        _ = try? IDToken(decoding: String(decoding: changed, as: UTF8.self))
      }
    }
  }

  @Test(arguments: [
    "", ".", "..", "...", "a.b.c", "é.é.é", "\u{0}.\u{0}.\u{0}", "e30.e30.", "e30..c2ln", ".e30.c2ln", "e30.e30.c2ln",
    "bnVsbA.bnVsbA.c2ln", "W10.W10.c2ln", "MQ.MQ.c2ln",
  ])
  func `what is no token is refused`(text: String) {
    #expect(throws: AuthenticationError.self) { try IDToken(decoding: text) }
  }

  @Test(arguments: [
    "[", "{", "{\"a\":", "\"", "[[[[", "1e999", "{\"iss\":1}", "\u{FEFF}{}", "{\"exp\":1e999}", "nul", "-",
  ])
  func `claims that are no claims are refused`(claims: String) {
    #expect(throws: AuthenticationError.self) { try IDToken(decoding: Tokens.token(claims)) }
    let repeated = String(repeating: claims, count: 3000)
    #expect(throws: AuthenticationError.self) { try IDToken(decoding: Tokens.token(repeated)) }
  }

  @Test func `nesting is refused before a parser goes down into it`() {
    let deep = #"{"x":"# + String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000) + "}"
    #expect(throws: AuthenticationError.malformedToken("the claims is nested too deeply")) {
      try IDToken(decoding: Tokens.token(deep))
    }
  }

  @Test func `a book is no token`() {
    let token = Tokens.token() + String(repeating: "A", count: 20_000)
    #expect(throws: AuthenticationError.malformedToken("the token is too long")) { try IDToken(decoding: token) }
  }

  @Test(arguments: ["1234567890.5", "0", "100000000000"])
  func `a moment may have a fraction`(moment: String) throws {
    let claims = Tokens.claims.replacing("1234567890", with: moment)
    #expect(try IDToken(decoding: Tokens.token(claims)).issuedAt.timeIntervalSince1970 == Double(moment))
  }

  @Test(arguments: ["-1", "1e12", "1e300", "null", "\"1234567890\"", "true", "[]"])
  func `a moment beyond all time is refused`(moment: String) {
    let claims = Tokens.claims.replacing("1234567890", with: moment)
    #expect(throws: AuthenticationError.self) { try IDToken(decoding: Tokens.token(claims)) }
  }

  struct Verdict: Sendable {
    let from: String
    let to: String
    let error: AuthenticationError?
  }

  @Test(arguments: [
    Verdict(from: "", to: "", error: nil),
    Verdict(from: "https://accounts.google.com", to: "accounts.google.com", error: nil),
    Verdict(from: "https://accounts.google.com", to: "http://accounts.google.com", error: .foreignIssuer),
    Verdict(from: "\"aud\":\"", to: "\"aud\":\"x", error: .foreignAudience),
    Verdict(from: "\"aud\"", to: "\"foo\"", error: .foreignAudience),
    Verdict(from: "\"nonce\"", to: "\"foo\"", error: .foreignNonce),
    Verdict(from: Tokens.nonce, to: "N-0S6_WzA2Mj", error: .foreignNonce),
    Verdict(from: "1234571490", to: "1234567900", error: .expired),
    Verdict(from: "1234571490", to: "1234567901", error: nil),
    Verdict(from: "1234567890", to: "1234568199", error: nil),
    Verdict(from: "1234567890", to: "1234568201", error: .expired),
    Verdict(from: "\"aud\"", to: "\"azp\":\"other\",\"aud\"", error: .foreignAudience),
  ])
  func `a token is for this app, this sign-in and now`(verdict: Verdict) throws {
    let claims = verdict.from.isEmpty ? Tokens.claims : Tokens.claims.replacing(verdict.from, with: verdict.to)
    let token = try IDToken(decoding: Tokens.token(claims))
    var thrown: AuthenticationError?
    do throws(AuthenticationError) {
      try token.validate(at: Tokens.now, clientID: Tokens.clientID, nonce: Tokens.nonce)
    } catch {
      thrown = error
    }
    #expect(thrown == verdict.error)
  }

  @Test func `without a sign-in under way no nonce fits`() throws {
    let token = try IDToken(decoding: Tokens.token())
    #expect(throws: AuthenticationError.foreignNonce) {
      try token.validate(at: Tokens.now, clientID: Tokens.clientID, nonce: nil)
    }
    let bare = try IDToken(decoding: Tokens.token(Tokens.claims.replacing("\"nonce\"", with: "\"foo\"")))
    #expect(throws: AuthenticationError.foreignNonce) {
      try bare.validate(at: Tokens.now, clientID: Tokens.clientID, nonce: nil)
    }
  }
}
