import PlumblineContractModel
import PlumblineHTTPMessages
import TestSupport
import Testing

/// Results from the index, compared with those of a scan of every endpoint.
@Suite struct NearestScanTests {
  private typealias Found = (cost: Int, letters: Int, place: Int, text: String)

  /// Returns the nearest endpoints, which it finds by scanning all of them.
  private func scan(_ method: HTTPMethod, _ path: String, _ contract: Contract) -> [String] {
    let all = contract.endpoints.enumerated().compactMap { place, endpoint -> Found? in
      let alignment = PathAlignment(path, to: endpoint)
      let isOther = endpoint.request.method != method
      let cost = alignment.cost + (isOther ? 1 : 0)
      guard cost > 0, cost <= NearestEndpoints.farthest else { return nil }
      let reason = alignment.reason ?? "the method is \(method), not \(endpoint.request.method)"
      return (cost, alignment.letters, place, "\(endpoint.id): \(reason)")
    }
    return all.sorted { ($0.cost, $0.letters, $0.place) < ($1.cost, $1.letters, $1.place) }.prefix(3).map(\.text)
  }

  private func find(_ method: HTTPMethod, _ path: String, _ contract: Contract) -> [String] {
    NearestEndpoints.find(method, path: path, in: contract).map { "\($0.endpoint.id): \($0.reason)" }
  }

  private static let methods: [HTTPMethod] = [.get, .put, .post, .delete]
  private static let words = [
    "api", "v1", "v2", "tickets", "ticket", "Tickets", "assets", "asset", "users", "user", "me", "größe", "größen",
    "comments", "comment", "checkout", "check-out", "files", "a", "b",
  ]
  private static let schemas = [
    #"{ "type": "integer" }"#, #"{ "type": "string" }"#, #"{ "type": "number" }"#, #"{ "type": "boolean" }"#,
    #"{ "$ref": "contract.json#/schemas/Page" }"#, #"{ "enum": ["open", "closed"] }"#, "true",
  ]

  /// Returns a contract with at most `count` endpoints, no two of which accept the same paths with the same method.
  private func contract(_ count: Int, _ random: inout RandomNumbers) throws -> Contract {
    var taken: Set<String> = []
    var lines: [String] = []
    for number in 0..<count {
      var (path, shape, parameters) = ("", "", [String]())
      for place in 0..<Int.random(in: 1...5, using: &random) {
        if place > 0, !path.contains("{+"), Int.random(in: 0..<6, using: &random) == 0 {
          let (before, after) =
            [("", ".json"), ("v", ""), ("{+", ""), ("{+", ":cancel")].randomElement(using: &random) ?? ("", "")
          path += before == "{+" ? "/{+p\(place)}\(after)" : "/\(before){p\(place)}\(after)"
          shape += "/\(before){}\(after)"
          parameters.append(#""p\#(place)": \#(Self.schemas.randomElement(using: &random) ?? "true")"#)
        } else if place > 0, Int.random(in: 0..<3, using: &random) == 0 {
          path += "/{p\(place)}"
          shape += "/{}"
          parameters.append(#""p\#(place)": \#(Self.schemas.randomElement(using: &random) ?? "true")"#)
        } else {
          let word = "/" + (Self.words.randomElement(using: &random) ?? "a")
          path += word
          shape += word
        }
      }
      let method = Self.methods.randomElement(using: &random) ?? .get
      guard taken.insert("\(method) \(shape)").inserted else { continue }
      lines.append(
        Files.endpoint(
          "e\(number)", "\(method) \(path)",
          parameters.isEmpty ? "" : #", "path": { \#(parameters.joined(separator: ", ")) }"#))
    }
    return try Files.contract(lines.joined(separator: ",\n"))
  }

  /// Returns a word with one typical typing error.
  private func mistyped(_ word: String, _ random: inout RandomNumbers) -> String {
    var letters = Array(word)
    let place = Int.random(in: 0..<max(1, letters.count), using: &random)
    guard letters.count > 1 else { return word + "x" }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: letters.remove(at: place)
    case 1: letters.insert("x", at: place)
    case 2: letters[place] = "q"
    case 3: letters.swapAt(place, place == 0 ? 1 : place - 1)
    default: return String(letters[..<place]) + letters[place].uppercased() + String(letters[(place + 1)...])
    }
    return String(letters)
  }

  /// Returns a path that is similar to one of the contract's paths.
  private func path(_ contract: Contract, _ random: inout RandomNumbers) -> String {
    let template = contract.endpoints.randomElement(using: &random)?.request.template.text ?? "/"
    var segments = template.split(separator: "/").map { segment -> String in
      if segment.contains("}:") { return ["a/7:cancel", "7:cancel", "7:cancl"].randomElement(using: &random) ?? "" }
      if segment.hasPrefix("{+") { return ["a", "a/b", "a/b/7", ""].randomElement(using: &random) ?? "" }
      if segment.hasSuffix("}.json") {
        return ["7.json", "x.json", "x.jsn", ".json"].randomElement(using: &random) ?? ""
      }
      if segment.hasPrefix("v{") { return ["v7", "v", "w1", "v1.5"].randomElement(using: &random) ?? "v" }
      if !segment.hasPrefix("{") { return String(segment) }
      return ["7", "1042.0", "x", "true", "open", "", "1.5"].randomElement(using: &random) ?? "7"
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) where !segments.isEmpty {
      let place = Int.random(in: segments.indices, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: segments.remove(at: place)
      case 1: segments.insert(Self.words.randomElement(using: &random) ?? "a", at: place)
      case 2: segments[place] = Self.words.randomElement(using: &random) ?? "a"
      default: segments[place] = mistyped(segments[place], &random)
      }
    }
    return "/" + segments.joined(separator: "/")
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `the nearest are those that a look at every endpoint finds`(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    let contract = try contract(Int.random(in: 1...40, using: &random), &random)
    for _ in 0..<40 {
      let method = Self.methods.randomElement(using: &random) ?? .get
      let path = path(contract, &random)
      #expect(find(method, path, contract) == scan(method, path, contract), "\(method) \(path)")
    }
  }

  @Test func `they are also those where hundreds of segments are side by side`() throws {
    var random = RandomNumbers(seed: 1)
    // Random words, none of which resemble each other.
    let words = (0..<300).map { _ in
      String((0..<10).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random) ?? "a" })
    }
    let lines = words.enumerated().map { number, word in
      Files.endpoint(
        "e\(number)", "\(number % 2 == 0 ? "GET" : "POST") /api/v1/\(word)/{id}",
        #", "path": { "id": { "type": "integer" } }"#)
    }
    let contract = try Files.contract(lines.joined(separator: ",\n"))
    for word in words.prefix(8) {
      for path in [
        "/api/v1/\(mistyped(word, &random))/7", "/api/v1/\(mistyped(word, &random))/x", "/api/v1/\(word)",
        "/api/v1/\(word)/7/8", "/v1/\(word)/7", "/api/v1/\(word)/7", "/api/\(word)/7", "/api/v1", "/api/v1/7",
        "/api/v1/x/7",
      ] {
        for method in [HTTPMethod.get, .delete] {
          #expect(find(method, path, contract) == scan(method, path, contract), "\(method) \(path)")
        }
      }
    }
  }
}
