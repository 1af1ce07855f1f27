import Foundation

/// A bug that the client has intentionally if LOFT_BUG names it. `check --bugs` verifies that a run finds it.
enum PlantedBug: String {
  /// Lists end with their first page.
  case pagesIgnored = "pages-ignored"
  /// A list continues after the first item of a page.
  case firstAsCursor = "first-as-cursor"
  /// A repeated POST has a different Idempotency-Key.
  case keyRenewed = "key-renewed"
  /// A POST has no Idempotency-Key and is repeated.
  case keyMissing = "key-missing"
  /// A redirect to a different origin carries the token.
  case redirectsFollowed = "redirects-followed"
  /// A change doesn't specify the state to which it applies.
  case tagMissing = "tag-missing"
  /// A form has the content type of JSON.
  case jsonSent = "json-sent"
  /// The client requests larger pages than the server allows.
  case pageTooLarge = "page-too-large"
  /// A filter has a different name than the server expects.
  case parameterMisnamed = "parameter-misnamed"
  /// Times are decoded as strings.
  case datesAsText = "dates-as-text"
  /// A missing item is reported as a server failure.
  case missingAsServer = "missing-as-server"
  /// An ended session is treated as a success without content.
  case refusalSwallowed = "refusal-swallowed"
  /// The token is in the URL.
  case tokenInQuery = "token-in-query"
  /// A change is sent as a PUT.
  case methodWrong = "method-wrong"

  private static let planted = ProcessInfo.processInfo.environment["LOFT_BUG"].flatMap { PlantedBug(rawValue: $0) }

  /// A Boolean value that indicates whether the client has this bug.
  var isPlanted: Bool { Self.planted == self }
}
