import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI

/// A collector of a collection's requests that notes the parts that a contract can't represent.
final class SampleCollector {
  private(set) var samples: [Sample] = []
  private let variables: Variables
  private let leftOut: CollectionSecrets
  private let credentials: CollectionCredentials
  private let log: NoteLog
  /// The nodes of the parts that violate the collection format.
  private let omitted: Set<Int>

  init(
    _ variables: Variables, _ leftOut: CollectionSecrets, _ credentials: CollectionCredentials, _ log: NoteLog,
    omitted: Set<Int>
  ) {
    self.variables = variables
    self.leftOut = leftOut
    self.credentials = credentials
    self.log = log
    self.omitted = omitted
  }

  func collect(_ root: JSON) {
    noteBesides(root, "The collection")
    walk(root, folder: nil, auth: root.object("auth"))
  }

  private func walk(_ owner: JSON, folder: String?, auth: JSON?) {
    for item in owner.list("item") where !omitted.contains(item.node) {
      let name = item["name"]?.string ?? ""
      let own = item.object("auth") ?? auth
      noteBesides(item, name.isEmpty ? "This item" : "\"\(name)\"")
      if item["item"] != nil {
        walk(item, folder: folder ?? (name.isEmpty ? "Folder" : name), auth: own)
      } else if let request = item["request"] {
        add(item, name, request, folder, own)
      }
    }
  }

  private func add(_ item: JSON, _ name: String, _ request: JSON, _ folder: String?, _ auth: JSON?) {
    noteRequest(request, item, name)
    let main = sample(item, name, request, folder, request.object("auth") ?? auth, nil)
    if let main { samples.append(main) }
    for response in item.list("response") where !omitted.contains(response.node) {
      var original = response["originalRequest"] ?? request
      if original.isNull { original = request }
      let own = original.object("auth") ?? request.object("auth") ?? auth
      let name = response["name"]?.string ?? name
      if let sample = sample(response, name, original, folder, own, response) {
        samples.append(main.flatMap(sample.adopting(pathOf:)) ?? sample)
      }
    }
  }

  private func sample(
    _ source: JSON, _ name: String, _ request: JSON, _ folder: String?, _ auth: JSON?, _ response: JSON?
  ) -> Sample? {
    let written = request.kind == .object ? request["method"]?.string ?? "GET" : "GET"
    let word = variables.resolved(written.isEmpty ? "GET" : written)
    guard let method = HTTPMethod(word), word != "CONNECT" else {
      log.note(source, "\"\(name)\" isn't served: a contract can't have the method \"\(word)\".")
      return nil
    }
    let url = RequestURL(request.kind == .object ? request["url"] : request, variables)
    if url.isEmpty {
      log.note(source, "\"\(name)\" isn't served: it has no URL.")
      return nil
    }
    if url.hasUser { log.note(request, "The user name and password before the host are left out; see credentials.") }
    if url.hasAddress {
      log.note(request, "An email address in the path is replaced with a parameter: \(url.template).")
    }
    let template: PathTemplate
    do throws(PathTemplate.ParsingError) {
      template = try PathTemplate(parsing: leftOut.text(url.template))
    } catch {
      log.note(source, "\"\(name)\" isn't served: \(error.message)")
      return nil
    }
    let headers = request.kind == .object ? SavedHeaders(request, variables) : SavedHeaders(JSON.null, variables)
    var credential = auth.flatMap(credentials.credential(for:))
    if credential == nil, let value = headers["authorization"] {
      credential = credentials.credential(ofHeader: value, request)
    }
    let body = request.kind == .object ? SavedBody(request, contentType: headers["content-type"], variables) : nil
    if let body, case .other = body.content, MediaType.isJSON(body.mediaType) {
      log.note(body.source, "The body of \"\(name)\" isn't JSON, so any body is accepted.")
    }
    return Sample(
      name: name, source: source, request: request, folder: folder, method: method, url: url, template: template,
      headers: headers, body: body, credential: credential?.name, response: response)
  }

  /// Notes the parts that can occur in any item, such as scripts.
  private func noteBesides(_ owner: JSON, _ who: String) {
    let events = owner.object("event").map { [$0] } ?? owner.list("event")
    let scripts = events.filter { ["prerequest", "test"].contains($0["listen"]?.string) }
    if let first = scripts.first {
      let names = scripts.compactMap { $0["listen"]?.string }.joined(separator: " and ")
      log.note(first, "\(who) has scripts (\(names)), which are ignored: they are neither run nor imported.")
    }
    if let behavior = owner.object("protocolProfileBehavior"), behavior.count > 0 {
      let names = behavior.members.keys.joined(separator: ", ")
      log.note(behavior, "\(who) has settings for Postman's requests (\(names)), which a contract can't express.")
    }
  }

  private func noteRequest(_ request: JSON, _ item: JSON, _ name: String) {
    guard request.kind == .object else { return }
    for key in ["certificate", "proxy"] {
      if let place = request[key], !place.isNull {
        log.note(place, "The \(key) of \"\(name)\" is left out: it applies only to Postman.")
      }
    }
    let body = request.object("body")
    if body?["mode"]?.string == "file", let file = body?["file"] {
      log.note(file, "The body of \"\(name)\" is in a file, which isn't read.")
    }
    for field in body?.list("formdata") ?? [] where field["type"]?.string == "file" {
      log.note(field, "The file that \"\(name)\" sends isn't read: any content is accepted.")
    }
    for response in item.list("response") where response.list("cookie").count > 0 {
      log.note(response["cookie"] ?? response, "Cookies of a saved response are left out.")
    }
    if let place = request.list("header").first(where: { $0["key"]?.string?.lowercased() == "cookie" }) {
      log.note(place, "The cookies of \"\(name)\" are left out: clients manage cookies themselves.")
    }
  }
}
