/// What a page is made with, and what lets nothing else run.
enum HTMLAssets {
  /// The page's Content-Security-Policy: no request at all, and only the style and the script of these hashes.
  static let policy =
    "default-src 'none'; style-src 'sha256-\(styleHash)'; script-src 'sha256-\(scriptHash)'; base-uri 'none'; "
    + "form-action 'none'"

  /// The SHA-256 of ``style``, in Base64. A test computes it anew.
  static let styleHash = "iL+BldeTWLiO9qT/al98cz6T2PxhzcFqnOEtzua88nE="

  /// The SHA-256 of ``script``, in Base64. A test computes it anew.
  static let scriptHash = "HS8fmtHo0+828Fq49BRaVhHQLGAmE7r3gCtSF2pLAr4="
}
