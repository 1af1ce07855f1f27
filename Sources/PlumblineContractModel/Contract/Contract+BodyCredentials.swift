import PlumblineHTTPMessages
import PlumblineJSONTree

/// Credentials in a request's body, where they are members of a JSON object or fields of a form.
extension Contract {
  /// Returns a request whose body carries exactly the credentials that an endpoint requires.
  package func showing(_ values: [String: String], in request: Request, for endpoint: Endpoint) -> Request {
    guard !bodyPlaces.isEmpty else { return request }
    var request = withoutBodyCredentials(request, for: endpoint).request
    for (credential, value) in chosen(values, for: endpoint) {
      guard case .body(let place) = credential.carrier else { continue }
      let bytes = request.body.bytes ?? []
      if request.mediaType == MediaType.form, place.tokens.count == 1 {
        let item = FormReading.text(of: [(place.tokens[0], value)])
        request.body = Body(bytes + (bytes.isEmpty ? [] : [UInt8(ascii: "&")]) + Array(item.utf8))
      } else if request.mediaType.map(MediaType.isJSON) ?? true,
        let changed = (bytes.isEmpty ? .emptyObject : try? JSON.parse(bytes))?.placing(place, JSON(value))
      {
        request.body = Body(changed.text)
        if !request.headers.contains("content-type") { request.headers["Content-Type"] = "application/json" }
      }
    }
    return request
  }

  /// Returns a request whose body carries none of the credentials that its endpoint requires, along with the locations
  /// that they were removed from.
  ///
  /// - Parameter endpoint: The endpoint, or `nil` if the request matches none. In that case, all credentials are
  ///   removed.
  package func withoutBodyCredentials(
    _ request: Request, for endpoint: Endpoint?
  ) -> (request: Request, places: [JSONPointer]) {
    var (request, places) = (request, [JSONPointer]())
    for (name, place) in bodyPlaces where endpoint?.authentication.names.contains(name) ?? true {
      guard let bytes = request.body.bytes, !bytes.isEmpty else { break }
      if request.mediaType == MediaType.form, place.tokens.count == 1 {
        let items = FormReading.fields(of: bytes)
        guard items.contains(where: { $0.name == place.tokens[0] }) else { continue }
        request.body = Body(FormReading.text(of: items.filter { $0.name != place.tokens[0] }))
      } else {
        guard request.mediaType.map(MediaType.isJSON) ?? true, let rest = (try? JSON.parse(bytes))?.removing(place)
        else { continue }
        request.body = Body(rest.text)
      }
      places.append(place)
    }
    return (request, places)
  }
}

extension Request {
  /// Returns the string at a location in the body, or `nil` if there is none.
  package func credential(at place: JSONPointer) -> String? {
    CredentialBody(self).text(at: place)
  }
}

/// A request's body, parsed once for all credentials that it may contain.
struct CredentialBody {
  private var root: JSON?
  /// The first value of each form field.
  private var fields: [String: String] = [:]

  init(_ request: Request) {
    guard let bytes = request.body.bytes, !bytes.isEmpty else { return }
    if request.mediaType == MediaType.form {
      for field in FormReading.fields(of: bytes) where fields[field.name] == nil { fields[field.name] = field.value }
    } else if request.mediaType.map(MediaType.isJSON) ?? true {
      root = try? JSON.parse(bytes)
    }
  }

  /// Returns the string at a location, or `nil` if there is none.
  func text(at place: JSONPointer) -> String? {
    root?.at(place)?.string ?? (place.tokens.count == 1 ? fields[place.tokens[0]] : nil)
  }
}
