import DriftDetection
import HTTPMessages
import JSONTree

/// One change of a kept promise, and the drift that has to be found for it: this and nothing else.
struct Mutation {
  let kind: String
  let response: Response
  /// `rule pointer`.
  let expected: String
}

/// Changes of a recording's response, each of which breaks the contract in one way.
struct MutationSource {
  let sample: TrueLogData.Sample
  let body: JSON
  let response: Response

  init?(_ sample: TrueLogData.Sample) {
    guard let body = sample.body, let response = sample.exchange.response else { return nil }
    self.sample = sample
    self.body = body
    self.response = response
  }

  var all: [Mutation] { envelope + payload + everywhere }

  private var isSuccess: Bool { body["success"]?.bool == true }

  private func changed(_ kind: String, _ body: JSON?, _ expected: String, status: Int? = nil) -> Mutation? {
    guard let body else { return nil }
    var response = response
    response.body = Body(body.serialized(.compact))
    response.status = status ?? response.status
    return Mutation(kind: kind, response: response, expected: expected)
  }

  private var envelope: [Mutation] {
    let flipped = body.setting("success", to: JSON(!isSuccess))
    var made = [
      changed("flip the flag", flipped, "response.status.contradicts-envelope /response/body/success"),
      changed(
        "retype the flag", body.setting("success", to: "yes"), "response.envelope.flag-type /response/body/success"),
      changed(
        "undocumented status", body, "response.status.undocumented /response/status", status: isSuccess ? 206 : 418),
      changed(
        "contradicting status", body, "response.status.contradicts-envelope /response/body/success",
        status: isSuccess ? 500 : 200),
      changed("add beside", body.setting("took_ms", to: 3), "response.field.undocumented /response/body/took_ms"),
    ]
    if isSuccess, let data = body["data"], !data.isNull {
      made.append(
        changed("remove the payload", body.removing("/data"), "response.envelope.payload-missing /response/body/data"))
      made.append(
        changed(
          "null the payload", body.setting("data", to: nil), "response.envelope.payload-missing /response/body/data"))
      made.append(changed("drop the envelope", data, "response.envelope.missing /response/body"))
      made.append(
        changed("remove the flag", body.removing("/success"), "response.envelope.flag-missing /response/body/success"))
      if data.kind == .object {
        var spread = body.removing("/data")
        for (key, value) in data.members { spread = spread?.setting(key, to: value) }
        made.append(changed("move the payload up", spread, "response.envelope.payload-misplaced /response/body/data"))
      }
      if data.count > 0 {
        made.append(
          changed(
            "rename the payload", body.removing("/data")?.setting("result", to: data),
            "response.envelope.payload-misplaced /response/body/data"))
      }
    }
    if body["pagination"] != nil {
      made.append(
        changed("remove a sibling", body.removing("/pagination"), "response.field.missing /response/body/pagination"))
    }
    if !isSuccess {
      made.append(
        changed(
          "unknown code", body.setting("error", to: "NO_SUCH_CODE"),
          "response.envelope.error-code-undocumented /response/body/error"))
      made.append(
        changed(
          "remove the message", body.removing("/message"), "response.envelope.message-missing /response/body/message"))
      made.append(
        changed("remove the code", body.removing("/error"), "response.envelope.error-code-missing /response/body/error")
      )
      made.append(
        changed(
          "foreign failure", ["detail": "Something."],
          response.status == 404 ? "endpoint.missing" : "response.envelope.missing /response/body"))
    }
    return made.compactMap { $0 }
  }

  /// Changes of the payload's members, as the wire's names and values suggest them.
  private var payload: [Mutation] {
    guard isSuccess, let data = body["data"] else { return [] }
    let place: JSONPointer
    let object: JSON
    if data.kind == .object, data["id"] != nil, data["created_at"] != nil {
      (place, object) = ("/data", data)
    } else if let first = data.elements.first, first["id"] != nil, first["created_at"] != nil {
      (place, object) = ("/data/0", first)
    } else {
      return []
    }
    let at = "/response/body\(place)"
    func setting(_ name: String, _ value: JSON) -> JSON? {
      body.replacing(place, with: object.setting(name, to: value))
    }
    func renaming(_ name: String, to other: String) -> JSON? {
      guard let value = object[name], let rest = object.removing(JSONPointer(tokens: [name])) else { return nil }
      return body.replacing(place, with: rest.setting(other, to: value))
    }
    var made = [
      changed("remove a field", body.removing(place.appending("id")), "response.field.missing \(at)/id"),
      changed("null a field", setting("id", nil), "response.field.null-not-allowed \(at)/id"),
      changed("retype a field", setting("id", [:]), "response.field.type-changed \(at)/id"),
      changed("number as string", setting("id", "17"), "response.field.number-as-string \(at)/id"),
      changed("widen an integer", setting("id", 17.5), "response.field.integer-as-decimal \(at)/id"),
      changed("add a field", setting("zz_added", 1), "response.field.undocumented \(at)/zz_added"),
      changed(
        "re-case a field", renaming("created_at", to: "createdAt"), "response.field.case-changed \(at)/createdAt"),
      changed("break a format", setting("created_at", "yesterday"), "response.field.format \(at)/created_at"),
      changed(
        "string as number", setting("created_at", 1_763_712_000), "response.field.string-as-number \(at)/created_at"),
    ]
    if object["status"]?.kind == .string {
      made.append(changed("out of enum", setting("status", "LOST"), "response.field.value-not-in-enum \(at)/status"))
    }
    if object["total_quantity"] != nil {
      made.append(
        changed("out of bounds", setting("total_quantity", -1), "response.field.out-of-bounds \(at)/total_quantity"))
    }
    if let user = object["assigned_to"], user.kind == .object, let rest = user.removing("/name") {
      made.append(
        changed("remove below", setting("assigned_to", rest), "response.field.missing \(at)/assigned_to/name"))
    }
    return made.compactMap { $0 }
  }

  /// The changes that need no knowledge of a field, at every object of the payload.
  private var everywhere: [Mutation] {
    guard isSuccess, let data = body["data"] else { return [] }
    var made: [Mutation?] = []
    var places: [(JSON, JSONPointer)] = [(data, "/data")]
    while let (value, place) = places.popLast() {
      let at = "/response/body\(place)"
      if value.kind == .array {
        for (index, element) in value.elements.enumerated() { places.append((element, place.appending(index))) }
      }
      // Keys of a map are values: any will do.
      guard value.kind == .object, place.tokens.last != "by_status" else { continue }
      made.append(
        changed(
          "add anywhere", body.replacing(place, with: value.setting("zzAdded", to: [:])),
          "response.field.undocumented \(at)/zzAdded"))
      for (key, member) in value.members {
        places.append((member, place.appending(key)))
        let variant = key.contains("_") ? key.replacing("_", with: "") : key.uppercased()
        let renamed = value.removing(JSONPointer(tokens: [key]))?.setting(variant, to: member)
        made.append(
          changed(
            "re-case anywhere", renamed.flatMap { body.replacing(place, with: $0) },
            "response.field.case-changed \(at)/\(variant)"))
      }
    }
    return made.compactMap { $0 }
  }
}
