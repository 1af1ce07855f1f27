import Foundation
import PlumblineCommands
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import PlumblineReporting
import PlumblineVerification
import TestSupport
import Testing

/// Secrets at every place of an exchange and in every encoding, which no output may contain.
@Suite struct PlantedSecretsTests {
  /// The encodings in which a credential may be written.
  private enum Writing: CaseIterable {
    case raw, base64, base64URL, pair, percent, json, bearer, token, jwt, markup, references

    func text(of secret: String) -> String {
      switch self {
      case .raw: secret
      case .base64: Base64.encode(secret.utf8)
      case .base64URL: Base64.encodeURL(secret.utf8)
      case .pair: Base64.encode("user:\(secret)".utf8)
      case .percent: PercentEncoding.encode(secret)
      case .json: JSON(secret).text
      case .bearer: "Bearer \(secret)"
      case .token: "token \(secret)"
      case .jwt: Self.jwt(secret)
      case .markup: PlantedExchange.markup(secret)
      case .references: PlantedSecretsTests.references(secret)
      }
    }

    private static func jwt(_ secret: String) -> String {
      [#"{"alg":"HS256"}"#, JSON.object([("sub", JSON(secret))]).text, "signature-\(secret.utf8.count)"]
        .map { Base64.encodeURL($0.utf8) }.joined(separator: ".")
    }
  }

  @Test(arguments: 0..<2)
  func `no credential of a contract is shown or written`(round: Int) async throws {
    let seed = UInt64(round &+ 4711)
    var numbers = RandomNumbers(seed: seed)
    for place in PlantedExchange.Place.allCases {
      for writing in Writing.allCases {
        let credentials = Self.credentials(&numbers)
        guard let (_, value) = credentials.randomElement(using: &numbers) else { continue }
        let secret = value.hasPrefix("token ") ? String(value.dropFirst(6)) : value
        var planted = PlantedExchange(credentials)
        let text = writing.text(of: secret)
        planted.plant(text, named: "note", at: place)
        let known = credentials.mapValues { $0 }
        let told = try await Self.told(planted.exchange, known: known)
        for (what, output) in told {
          for needle in Self.needles(secret) + (writing == .jwt ? [text] : []) where Self.has(output, needle) {
            Issue.record("\(what) has \(needle): planted \(writing) at \(place), seed \(seed)\n\(output)")
          }
        }
      }
    }
  }

  @Test(arguments: [
    "password", "prev_password", "previousPassword", "PASSWD", "pwd", "pass", "passphrase", "page_access_token",
    "refreshToken", "id-token", "nextAuthSecret", "jwt", "sessionId", "session_id", "X-Session", "sid", "otp", "pin",
    "passcode", "cvv", "csrf", "xsrfToken", "accessKey", "api_key", "X-API-Key", "private_key", "signingKey", "bearer",
    "auth_code", "X-Auth-Token", "cookie", "credential", "recovery_codes", "backupCodes", "newpassword",
    "user.password", "pw", "two_factor_code", "tfa_code", "activation_code", "verification_code", "mnemonic",
    "seed_phrase", "ssh_key", "deploy_key", "license_key", "signature", "sig", "hmac", "xauth", "tokens", "credentials",
    "remember_me", "enable_password", "enable_secret", "has_token", "require_passcode", "session", "auth", "access",
    "refresh",
  ])
  func `no value with a secret's name is shown or written`(name: String) async throws {
    let seed = UInt64(name.utf8.reduce(7) { ($0 &* 31 &+ UInt64($1)) & 0xFFFF_FFFF })
    var numbers = RandomNumbers(seed: seed)
    let kind = SecretNames.kind(of: name)
    let isCode = kind == .code
    for place in PlantedExchange.Place.allCases where !place.isNameless {
      let type = Int.random(in: 0..<(kind == .secret || isCode ? 5 : 4), using: &numbers)
      let secret = isCode && type >= 3 ? Self.digits(&numbers) : Self.word(&numbers, kind == .opaque ? 28 : 12)
      let value: JSON =
        switch type {
        case 0: JSON(secret)
        case 1: .array([JSON(secret), JSON(secret)])
        case 2: .object([("value", JSON(secret)), ("current", .array([JSON(secret)]))])
        case 4: .object([("left", JSON(secret)), ("right", .object([("deep", .array([JSON(secret)])), ("id", 1)]))])
        default: isCode ? (JSONNumber(literal: secret).map { JSON($0) } ?? JSON(secret)) : JSON(secret)
        }
      var planted = PlantedExchange(Self.credentials(&numbers))
      planted.plant(secret, named: name, at: place, as: value)
      // The server repeats the secret in its response.
      planted.plant(secret, named: "note", at: place.isAnswer ? .field : .message)
      let needles = [secret] + (place == .wide ? Self.wide(secret) : [])
      for (what, output) in try await Self.told(planted.exchange, known: [:]) {
        for needle in needles where Self.has(output, needle) {
          Issue.record("\(what) has \(needle): planted under \(name) at \(place) as \(value), seed \(seed)\n\(output)")
        }
      }
    }
  }

  @Test(arguments: [
    "logged in with password SECRET", "ada used api key \"SECRET\" for it", "login --password SECRET --all",
    "tool --client-secret 'SECRET'", "curl -u bob:SECRET https://host/", "curl --user \"bob:SECRET\" https://host/",
    "the passphrase SECRET was refused", "{&quot;password&quot;:&quot;SECRET&quot;}", "enable_secret=SECRET",
    "<input name=\"password\" value=\"SECRET\">", "<input type=password value=SECRET>",
    "<meta content=\"SECRET\" name=\"csrf-token\">", "<token value=\"SECRET\"/>", "<password>SECRET</password>",
    "<string name=\"api_key\">SECRET</string>", "<password><![CDATA[SECRET]]></password>",
  ])
  func `nothing that a text says to be secret is shown or written`(text: String) async throws {
    let seed = UInt64(text.utf8.reduce(7) { ($0 &* 31 &+ UInt64($1)) & 0xFFFF_FFFF })
    var numbers = RandomNumbers(seed: seed)
    for place in [
      PlantedExchange.Place.field, .member, .array, .form, .multipart, .plainText, .answerMember, .answerText,
    ] {
      let secret = Self.word(&numbers, 12, of: "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz0123456789-_")
      var planted = PlantedExchange(Self.credentials(&numbers))
      planted.plant(text.replacing("SECRET", with: secret), named: "note", at: place)
      planted.plant(secret, named: "note", at: place.isAnswer ? .field : .message)
      for (what, output) in try await Self.told(planted.exchange, known: [:]) where Self.has(output, secret) {
        Issue.record("\(what) has \(secret): planted in \(text) at \(place), seed \(seed)\n\(output)")
      }
    }
  }

  @Test func `what isn't secret is shown and written`() async throws {
    var planted = PlantedExchange([
      "key": "k-12345678", "odd": "token o-12345678", "seat": "s-12345678", "ticket": "t-1",
    ])
    planted.plant("plain-77-text", named: "colour", at: .answerMember)
    planted.plant("plain-78-text", named: "colour", at: .query)
    let told = try await Self.told(planted.exchange, known: [:])
    #expect(
      Set(told.filter { $0.output.contains("plain-78-text") }.map(\.what)) == [
        "journal", "line", "line with body", "recording",
      ])
    #expect(told.contains { $0.what == "recording" && $0.output.contains("plain-77-text") })
    #expect(told.contains { $0.what == "report json" && $0.output.contains("plain-77-text") })
  }
}

extension PlantedSecretsTests {
  /// Returns a Boolean value that indicates whether a text contains a string. It's fast, because reports are long.
  private static func has(_ text: String, _ needle: String) -> Bool { strstr(text, needle) != nil }

  /// Returns everything that is shown or written about an exchange, each with a name.
  private static func told(_ exchange: Exchange, known: [String: String]) async throws -> [(
    what: String, output: String
  )] {
    let contract = try Vault.contract.get()
    var told: [(what: String, output: String)] = []

    let drift = Inspector(contract).inspect(exchange)
    let persona = try #require(contract.personas.first)
    let known = known.isEmpty ? [] : [CallerRegistry.Known(persona: persona, credentials: known, login: [:])]
    var book = CallerRegistry(contract, known: known)
    let options = RecordingPlan.Options(from: "https://vault.example", on: "2026-11-21", path: { "\($0)/\($1).json" })
    let plan = RecordingPlan([Capture(exchange)], of: contract, beside: [], options: options, callers: &book)
    told += plan.files.map { ("recording", String(decoding: $0.bytes, as: UTF8.self) + $0.path) }
    told.append(("list", "\(plan.skips.map { "\($0.request) \($0.reason)" }) \(plan.leftOut)"))

    let secrets = Secrets([]).adding([exchange], of: contract)
    var report = Report(command: "record", target: "https://vault.example", exchanges: 1)
    report.drift = drift.map(secrets.redact)
    for format in ReportFormat.allCases {
      told.append(("report \(format.rawValue)", format.render(report, ReportOptions(version: "1"))))
    }

    var configuration = SessionDirectory.Configuration()
    if let response = exchange.response { configuration.upstream = { _ in Answering(response) } }
    let directory = SessionDirectory(
      library: MockLibrary(contract: contract, recordings: []), configuration: configuration)
    let server: any Responder = directory
    var own = exchange.request
    // The request looks as if a local program had sent it, because servers reject all others.
    own.headers["Host"] = "127.0.0.1"
    _ = await server.answer(to: own)
    for path in ["journal", "journal/1", "state", "coverage"] {
      let request = Request(method: .get, target: "/__plumbline/\(path)", headers: ["Host": "127.0.0.1"])
      let answer = await server.answer(to: request).response
      told.append((path == "journal/1" ? "journal" : path, String(decoding: answer.body.bytes ?? [], as: UTF8.self)))
    }
    let entry = try #require(directory.main.journal.entries.first)
    told.append(("line", RequestLog.line(entry, session: "main", of: contract)))
    told.append(
      (
        "line with body",
        RequestLog.line(
          entry, session: "main", of: contract,
          notes: ["nearest: \(String(decoding: exchange.request.body.bytes ?? [], as: UTF8.self))"])
      ))
    return told
  }

  private static func credentials(_ numbers: inout RandomNumbers) -> [String: String] {
    [
      "key": word(&numbers, 16), "odd": "token \(word(&numbers, 14))", "seat": word(&numbers, 13),
      "ticket": word(&numbers, 15, of: #"abcdefghijkmnpqrstuvwxyz0123456789"\/&+=é% "#) + "z9z9z9z9",
    ]
  }

  private static func word(
    _ numbers: inout RandomNumbers, _ length: Int,
    of letters: String = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz0123456789+/-_~."
  ) -> String {
    let letters = Array(letters)
    // The secret always contains a digit, so that it can't be a real word.
    return "q7" + String((0..<length).map { _ in letters.randomElement(using: &numbers) ?? "x" }) + "Z"
  }

  private static func digits(_ numbers: inout RandomNumbers) -> String {
    "\(Int.random(in: 100_000_000...999_999_999, using: &numbers))"
  }

  /// Returns a secret in all encodings in which it may be written.
  private static func needles(_ secret: String) -> [String] {
    let core = Base64.encode(secret.utf8).prefix(secret.utf8.count / 3 * 4 - 2)
    let pair = Base64.encode("user:\(secret)".utf8).dropFirst(8).prefix(secret.utf8.count - 4)
    return [
      secret, PercentEncoding.encode(secret), String(JSON(secret).text.dropFirst().dropLast()), String(core),
      String(pair), PlantedExchange.markup(secret), references(secret),
    ]
  }

  /// Returns a string in which every character other than letters and digits is a numeric character reference.
  private static func references(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar.isASCII && (Character(scalar).isLetter || Character(scalar).isNumber)
        ? String(scalar) : "&#x\(String(scalar.value, radix: 16));"
    }.joined()
  }

  /// Returns a string in UTF-16 as JSON escapes it, and in Base64 at every alignment.
  private static func wide(_ text: String) -> [String] {
    let bytes = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    return [String(JSON(String(decoding: bytes, as: UTF8.self)).text.dropFirst().dropLast(7))]
      + (0..<3).map { left in
        String(
          Base64.encode([UInt8](repeating: 0, count: left) + bytes).dropFirst(left == 0 ? 0 : left + 1).dropLast(4))
      }
  }
}

/// A server that always sends the same response.
private struct Answering: Responder {
  let response: Response

  init(_ response: Response) { self.response = response }

  func respond(to request: Request, completion: Completion) -> Reply { .now(OutgoingResponse(response)) }
}
