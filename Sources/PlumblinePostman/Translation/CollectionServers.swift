import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI

/// The servers that a collection's requests go to, each with a name.
struct CollectionServers {
  private(set) var all: [(name: String, url: String, description: String?, source: JSON)] = []

  init(_ samples: [Sample], log: NoteLog) {
    var identifiers = Identifiers()
    var seen: Set<String> = []
    for sample in samples {
      let authority = sample.url.authority
      guard !authority.isEmpty, seen.insert(authority).inserted else { continue }
      let place = sample.request.kind == .object ? sample.request["url"] ?? sample.request : sample.request
      let url = authority.contains("://") ? authority : "http://\(authority)"
      let isOpen = Variables.isOpen(authority)
      if !isOpen, (url.hasPrefix("http://") || url.hasPrefix("https://")), (try? BaseURL(parsing: url)) != nil {
        let host = String(url.drop { $0 != "/" })
        all.append((identifiers.unique(Identifiers.name(host, otherwise: "server")), url, nil, place))
        continue
      }
      let open = Variables.parts(of: authority).compactMap { part in
        if case .variable(let name) = part { name } else { nil }
      }
      let name = identifiers.unique(Identifiers.name(open.first ?? "server", otherwise: "server"))
      let host = name.lowercased().replacing("_", with: "-").prefix(60)
      let address = "https://\(host).invalid"
      guard (try? BaseURL(parsing: address)) != nil else { continue }
      let what = isOpen ? "\(authority) has no value in the collection" : "\"\(authority)\" isn't an HTTP URL"
      log.note(place, "\(what): replace \(address) in contract.json with the URL of the server \"\(name)\".")
      all.append((name, address, "No server was found: \(what).", place))
    }
    if all.count > 1 {
      log.note(all[1].source, "Requests go to \(all.count) servers; in a contract, every server has all endpoints.")
    }
  }
}
