import Foundation

/// A bug that the client has intentionally if LOFT_BUG names it: `check --bugs` checks whether a run finds it.
enum PlantedBug: String {
  /// Lists end with their first page.
  case pagesIgnored = "pages-ignored"
  /// A list goes on behind the first item of a page.
  case firstAsCursor = "first-as-cursor"
  /// A POST that is repeated has another Idempotency-Key.
  case keyRenewed = "key-renewed"
  /// A POST has no Idempotency-Key and is repeated.
  case keyMissing = "key-missing"
  /// A redirect to another origin gets the token.
  case redirectsFollowed = "redirects-followed"
  /// A change doesn't say which state it is about.
  case tagMissing = "tag-missing"
  /// A form is called JSON.
  case jsonSent = "json-sent"
  /// Pages are larger than the server gives them.
  case pageTooLarge = "page-too-large"
  /// A filter has another name than the server knows.
  case parameterMisnamed = "parameter-misnamed"
  /// Times are read as texts.
  case datesAsText = "dates-as-text"
  /// A missing item is a failure of the server.
  case missingAsServer = "missing-as-server"
  /// An ended session is a success without content.
  case refusalSwallowed = "refusal-swallowed"
  /// The token is in the URL.
  case tokenInQuery = "token-in-query"
  /// A change is a PUT.
  case methodWrong = "method-wrong"

  private static let planted = ProcessInfo.processInfo.environment["LOFT_BUG"].flatMap { PlantedBug(rawValue: $0) }

  /// A Boolean value that indicates whether the client has this bug.
  var isPlanted: Bool { Self.planted == self }
}
