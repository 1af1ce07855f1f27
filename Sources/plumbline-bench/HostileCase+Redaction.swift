import PlumblineContractModel

/// Hostile strings, which are full of the beginnings of secrets, or of the words before them.
extension HostileCase {
  static var redaction: [HostileCase] {
    [
      masked("masking: beginnings of tokens", "eyJ."),
      masked("masking: beginnings of tokens, without an end", "eyJ-"),
      masked("masking: beginnings of keys", "sk-"),
      masked("masking: beginnings of keys of a fixed length", "AKIA-"),
      masked("masking: beginnings of private keys", "-----BEGIN PRIVATE KEY-----"),
      masked("masking: names and colons", "a:"),
      masked("masking: passwords in a URL", "a:", after: "https://"),
      masked("masking: names of secrets and equals signs", "password="),
      masked("masking: names of secrets that may hold anything", "auth="),
      masked("masking: names of secrets and brackets", "password={"),
      masked("masking: options for a user's name and password", "-u=a:"),
      masked("masking: options for a password, with plus signs", "--password+"),
      masked("masking: schemes, with plus signs", "Bearer+"),
      masked("masking: sections of elements", "<password><![CDATA["),
      masked("masking: elements in elements", "<password><a b='"),
      masked("masking: cut texts", "token=abcdefgh… "),
      masked("masking: a style sheet on one line", ".a:hover{color:red;margin:0 auto}a>b:not(.c){d:url(e)}"),
      HostileCase(
        "masking: as many tokens as a log has lines", make: tokens, run: { _ = Redactor(nil).changed($0) }),
      HostileCase(
        "masking: values that were learned, all with one beginning",
        make: { size in (learned(tokens(size)), tokens(size)) },
        run: { table, text in _ = Redactor(nil, table).changed(text) }),
      HostileCase(
        "learning: values with one beginning", make: tokens, run: { _ = learned($0) }),
      HostileCase(
        "masking: a learned value that a text nearly repeats",
        make: { size in
          var table = SecretTable()
          table.add(String(decoding: repeated("a", size) + [UInt8(ascii: "b")], as: UTF8.self), as: Redactor.mask)
          return (table, repeated("a", size))
        }, run: { table, text in _ = Redactor(nil, table).changed(text) }),
      HostileCase(
        "masking: a learned value, and texts that were cut",
        make: { size in (learned(tokens(size)), repeated("eyJhbGciOiJIUzI1NiJ9…", size)) },
        run: { table, text in _ = Redactor(nil, table).changed(text) }),
      HostileCase(
        "masking: a member's long name", make: { String(decoding: repeated("value_", $0), as: UTF8.self) },
        run: { _ = SecretNames.kind(of: $0 + "token") }),
    ]
  }

  /// Returns a case whose text is searched for secrets and masked, as the journal does with a body.
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

  /// Returns lines with a JSON Web Token each, all with the same header.
  private static func tokens(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { Array("call \($0) eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI\($0)Jw.c2lnbmF0dXJl\($0)\n".utf8) }
  }

  /// Returns a table that contains the values that look like secrets in a string.
  private static func learned(_ text: [UInt8]) -> SecretTable {
    var table = SecretTable()
    for found in Redactor.looks(in: String(decoding: text, as: UTF8.self)) {
      table.addCredential(found, as: Redactor.mask)
    }
    return table
  }
}
