import PlumblineJSONTree
import PlumblineTime

/// A reader for the objects in JSON access logs, as written by Caddy and Envoy.
///
///     {"ts": 1795593600.25, "request": {"method": "GET", "host": "h", "uri": "/a", "tls": {…}}, "status": 200}
///     {"start_time": "2026-11-25T00:00:00.250Z", "method": "GET", "authority": "h", "path": "/a", "response_code": 200}
///
/// Users can configure the keys that Envoy writes. The keys here are those of Istio, Contour, and Envoy's
/// documentation.
enum JSONLog {
  /// Reads an object. Returns `nil` if the format isn't known.
  static func read(_ object: JSON) -> AccessLine? {
    guard object.kind == .object, object["response"] == nil else { return nil }
    if let request = object["request"], request["method"] != nil, request["uri"] != nil {
      return line(caddy(object, request))
    }
    if object["response_code"] != nil { return line(envoy(object)) }
    return object["level"]?.string != nil && object["ts"] != nil ? .noRequest : nil
  }

  private static func line(_ entry: AccessEntry?) -> AccessLine { entry.map { .entry($0) } ?? .noRequest }

  private static func caddy(_ object: JSON, _ request: JSON) -> AccessEntry? {
    guard let method = request["method"]?.string, let uri = request["uri"]?.string else { return nil }
    let scheme = request["tls"].map { $0.kind == .object } ?? false ? "https" : "http"
    return AccessEntry(
      method: method, target: uri, origin: request["host"]?.string.map { "\(scheme)://\($0)" },
      status: number(object["status"]), moment: object["ts"].flatMap(moment))
  }

  private static func envoy(_ object: JSON) -> AccessEntry? {
    guard let method = object["method"]?.string, let path = (object["path"] ?? object["x_envoy_original_path"])?.string
    else {
      return nil
    }
    let scheme = [object["scheme"], object["x_forwarded_proto"]].lazy.compactMap { $0?.string }
      .first { ["http", "https"].contains($0) }
    let host = object["authority"]?.string.flatMap { $0 == "-" || $0.isEmpty ? nil : $0 }
    return AccessEntry(
      // A service behind a proxy is public, so assume TLS unless the log says otherwise.
      method: method, target: path, origin: host.map { "\(scheme ?? "https")://\($0)" },
      status: number(object["response_code"]),
      moment: (object["start_time"] ?? object["@timestamp"] ?? object["timestamp"]).flatMap(moment))
  }

  private static func number(_ json: JSON?) -> Int? { json?.int ?? json?.string.flatMap { Int($0) } }

  /// Returns a time in RFC 3339 format. It is either converted from seconds since 1970 or already has that format.
  private static func moment(_ json: JSON) -> String? {
    if let text = json.string { return Timestamp(text).map { _ in text } }
    guard let seconds = json.double, seconds.magnitude < 1e12 else { return nil }
    let whole = seconds.rounded(.down)
    let thousandths = Int((seconds - whole) * 1000)
    let fraction = String(String(1000 + thousandths).dropFirst())
    return "\(CivilDate.text(second: Int(whole))).\(fraction)Z"
  }
}
