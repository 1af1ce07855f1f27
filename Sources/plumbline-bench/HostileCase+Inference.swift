import PlumblineHTTPMessages
import PlumblineInference

/// Hostile exchanges that a contract is drafted from.
extension HostileCase {
  static var inference: [HostileCase] {
    [
      drafted("inference: paths with different responses", start: 16) { count in
        (0..<count).map { get("/w\(word($0))/x\(word($0))", #"{"id":1,"a\#($0)":1,"b\#($0)":"x","c\#($0)":1}"#) }
      },
      drafted("inference: objects with the same member names and different types", start: 16) { count in
        (0..<count).map { number in
          let members = (0..<8).map { #""m\#($0)":\#(number >> $0 & 1 == 0 ? "1" : "true")"# }
          return get("/k\(word(number))", "{\(members.joined(separator: ",")),\"own\(number)\":1}")
        }
      },
      drafted("inference: an envelope with many members") { count in
        let members = (0..<count).map { #""m\#($0)":\#($0)"# }.joined(separator: ",")
        return ["a", "b", "c"].map { get("/\($0)", #"{"ok":true,"data":{},\#(members)}"#) }
      },
      drafted("inference: an error with many members") { count in
        let members = (0..<count).map { #""m\#($0)":\#($0)"# }.joined(separator: ",")
        let failure = #"{"ok":false,"error":{"code":"E_X","message":"no good",\#(members)}}"#
        return ["a", "b", "c"].map { get("/\($0)", #"{"ok":true,"data":{}}"#) } + [get("/a", failure, status: 422)]
      },
      drafted("inference: many error codes") { count in
        ["a", "b", "c"].map { get("/\($0)", #"{"ok":true,"data":{}}"#) }
          + (0..<count).map {
            get("/a", #"{"ok":false,"error":{"code":"E_\#(word($0))","message":"no good"}}"#, status: 422)
          }
      },
      drafted("inference: many endpoints with the same id") { count in
        (0..<count).map { get("/p\(word($0))/owner/thing", "{}") }
      },
    ]
  }

  private static func drafted(
    _ name: String, start: Int = 64, _ exchanges: @escaping (Int) -> [Exchange]
  ) -> HostileCase {
    HostileCase(name, start: start, make: exchanges, run: { _ = draft($0) })
  }

  static func draft(_ exchanges: [Exchange]) -> ContractInference.Draft {
    ContractInference(service: "many", source: "a benchmark")
      .draft(exchanges.compactMap { SeenExchange($0, origin: nil) })
  }

  static func get(_ path: String, _ body: String, status: Int = 200) -> Exchange {
    Exchange(request: Request(method: .get, target: path), response: answer(body, status))
  }

  private static func answer(_ body: String, _ status: Int) -> Response {
    Response(status: status, headers: ["Content-Type": "application/json"], body: Body(Array(body.utf8)))
  }

  /// Returns a word for a number that consists only of letters, because digits would make it an identifier.
  static func word(_ number: Int) -> String {
    let letters = Array("ghijklmn")
    return String(String(number, radix: 8).map { letters[$0.wholeNumberValue ?? 0] })
  }
}
