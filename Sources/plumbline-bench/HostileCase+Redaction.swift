import PlumblineContractModel

/// Hostile strings that are full of the beginnings of secrets or of the words before them.
extension HostileCase {
  static var redaction: [HostileCase] {
    [
      masked("masking: token prefixes", "eyJ."),
      masked("masking: token prefixes without a delimiter", "eyJ-"),
      masked("masking: key prefixes", "sk-"),
      masked("masking: prefixes of fixed-length keys", "AKIA-"),
      masked("masking: private key headers", "-----BEGIN PRIVATE KEY-----"),
      masked("masking: names and colons", "a:"),
      masked("masking: passwords in a URL", "a:", after: "https://"),
      masked("masking: secret names and equals signs", "password="),
      masked("masking: ambiguous secret names", "auth="),
      masked("masking: secret names and brackets", "password={"),
      masked("masking: user and password options", "-u=a:"),
      masked("masking: password options with plus signs", "--password+"),
      masked("masking: authentication schemes with plus signs", "Bearer+"),
      masked("masking: CDATA sections", "<password><![CDATA["),
      masked("masking: nested elements", "<password><a b='"),
      masked("masking: truncated strings", "token=abcdefgh… "),
      masked("masking: a minified style sheet", ".a:hover{color:red;margin:0 auto}a>b:not(.c){d:url(e)}"),
      HostileCase(
        "masking: one token per line of a log", make: tokens, run: { _ = Redactor(nil).changed($0) }),
      HostileCase(
        "masking: known values with a common prefix",
        make: { size in (learned(tokens(size)), tokens(size)) },
        run: { table, text in _ = Redactor(nil, table).changed(text) }),
      HostileCase(
        "learning: values with a common prefix", make: tokens, run: { _ = learned($0) }),
      HostileCase(
        "masking: near repetitions of a known value",
        make: { size in
          var table = SecretTable()
          table.add(String(decoding: repeated("a", size) + [UInt8(ascii: "b")], as: UTF8.self), as: Redactor.mask)
          return (table, repeated("a", size))
        }, run: { table, text in _ = Redactor(nil, table).changed(text) }),
      HostileCase(
        "masking: a known value and truncated strings",
        make: { size in (learned(tokens(size)), repeated("eyJhbGciOiJIUzI1NiJ9…", size)) },
        run: { table, text in _ = Redactor(nil, table).changed(text) }),
      HostileCase(
        "masking: a long member name", make: { String(decoding: repeated("value_", $0), as: UTF8.self) },
        run: { _ = SecretNames.kind(of: $0 + "token") }),
    ]
  }

  /// Returns a case whose text is searched for secrets and masked, as the journal does with bodies.
  private static func masked(_ name: String, _ text: String, after beginning: String = "") -> HostileCase {
    HostileCase(
      name, make: { Array(beginning.utf8) + repeated(text, $0) },
      run: { bytes in
        var table = SecretTable()
        for found in Redactor.looks(in: String(decoding: bytes, as: UTF8.self)) {
          table.addCredential(found, as: Redactor.mask)
        }
        _ = Redactor(nil, table).changed(bytes)
      })
  }

  /// Returns lines that each contain a JSON Web Token. All tokens have the same header.
  private static func tokens(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { Array("call \($0) eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI\($0)Jw.c2lnbmF0dXJl\($0)\n".utf8) }
  }

  /// Returns a table of the values in a string that look like secrets.
  private static func learned(_ text: [UInt8]) -> SecretTable {
    var table = SecretTable()
    for found in Redactor.looks(in: String(decoding: text, as: UTF8.self)) {
      table.addCredential(found, as: Redactor.mask)
    }
    return table
  }
}
