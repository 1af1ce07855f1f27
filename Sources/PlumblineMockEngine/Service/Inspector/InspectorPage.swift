import PlumblineContractModel
import PlumblineHTTPMessages

/// The inspector: a single page that shows a session's traffic and controls the session, using only the control
/// interface.
///
/// The page is a single document, assembled from the files in this folder. Its content security policy allows only the
/// document's own script and style, identified by hashes of exactly the bytes that are sent. The page can only contact
/// its own server, no other page can frame it, and everything it shows is inserted as text.
enum InspectorPage {
  /// The style and the script, exactly as they appear between their tags.
  static let style = PackageResources.inspector_css
  static let script =
    Array("\"use strict\";\n{\n".utf8)
    + [
      PackageResources.elements_js, PackageResources.formatting_js, PackageResources.connection_js,
      PackageResources.requests_js, PackageResources.exchange_js, PackageResources.steering_js,
      PackageResources.start_js,
    ].joined() + Array("}\n".utf8)

  static let document: [UInt8] = {
    let parts = PackageResources.inspector_html.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    return Array(parts[0]) + style + Array(parts[1]) + script + Array(parts[2])
  }()

  static let policy =
    "default-src 'none'; style-src 'sha256-\(hash(style))'; script-src 'sha256-\(hash(script))'; connect-src 'self'; "
    + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    + "trusted-types 'none'"

  private static func hash(_ bytes: [UInt8]) -> String { Base64.encode(SHA256.digest(bytes)) }

  /// Returns the response that contains the page.
  ///
  /// If the token is missing or wrong, the page is sent with a 403 and asks for the token. The page contains no data,
  /// and a browser that had access before still has the token.
  static func response(_ access: InspectorAccess, token shown: String?) -> Response {
    switch access {
    case .open: return page(status: 200)
    case .token(let token): return page(status: InspectorAccess.isSame(shown ?? "", token) ? 200 : 403)
    case .closed:
      let headers: HeaderFields = ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"]
      return Response(status: 403, headers: headers, body: Body(InspectorAccess.closedSentence + "\n"))
    }
  }

  private static func page(status: Int) -> Response {
    Response(
      status: status,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy, "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
        "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
      ], body: Body(document))
  }
}
