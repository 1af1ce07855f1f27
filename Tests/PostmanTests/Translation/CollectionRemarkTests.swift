import Testing

/// Parts of a collection that no contract can express, which are reported.
struct CollectionRemarkTests {
  private static func request(_ members: String, _ url: String = "https://shop.example/a", item: String = "")
    -> String
  {
    ##""item": [{ "name": "Show", "request": { "method": "GET", "url": "\##(url)"\##(members) }\##(item) }]"##
  }

  static let collections: [(collection: String, remark: String)] = [
    (
      ##""item": [{ "name": "Show", "request": { "method": "GE T", "url": "https://shop.example/a" } }]"##,
      "\"Show\" isn't served: a contract can't have the method \"GE T\"."
    ),
    (
      request("", "https://ada:secret@shop.example/a"),
      "The user name and password before the host are left out; see credentials."
    ),
    (
      request("", "https://shop.example/users/jane%40corp.com/orders"),
      "An email address in the path is replaced with a parameter: /users/{email}/orders."
    ),
    (
      request("", "https://shop.example/{{shelf}}{{book}}"),
      "\"Show\" isn't served: Two parameters in one segment need text between them that shows where the first ends"
    ),
    (
      request("", item: ##", "event": [{ "listen": "test" }, { "listen": "prerequest" }]"##),
      "\"Show\" has scripts (test and prerequest), which are ignored: they are neither run nor imported."
    ),
    (
      request("", item: ##", "protocolProfileBehavior": { "followRedirects": false }"##),
      "\"Show\" has settings for Postman's requests (followRedirects), which a contract can't express."
    ),
    (
      request(##", "proxy": { "host": "p" }"##), "The proxy of \"Show\" is left out: it applies only to Postman."
    ),
    (
      request(##", "certificate": { "name": "c" }"##),
      "The certificate of \"Show\" is left out: it applies only to Postman."
    ),
    (
      request(##", "body": { "mode": "file", "file": { "src": "/tmp/x" } }"##),
      "The body of \"Show\" is in a file, which isn't read."
    ),
    (
      request(##", "body": { "mode": "formdata", "formdata": [{ "key": "f", "type": "file", "src": "/tmp/x" }] }"##),
      "The file that \"Show\" sends isn't read: any content is accepted."
    ),
    (
      request("", item: ##", "response": [{ "code": 200, "body": "{}", "cookie": [{ "name": "sid" }] }]"##),
      "Cookies of a saved response are left out."
    ),
    (
      request(##", "header": [{ "key": "Cookie", "value": "sid=1" }]"##),
      "The cookies of \"Show\" are left out: clients manage cookies themselves."
    ),
    (
      request("", "{{base}}/a"),
      "{{base}} has no value in the collection: replace https://base.invalid in contract.json with the URL of the "
        + "server \"base\"."
    ),
    (
      request("", "ftp://shop.example/a"),
      "\"ftp://shop.example\" isn't an HTTP URL: replace https://server.invalid in contract.json with the URL of the "
        + "server \"server\"."
    ),
    (
      ##""item": [{ "name": "A", "request": "https://a.example/a" }, { "name": "B", "request": "https://b.example/b" }]"##,
      "Requests go to 2 servers; in a contract, every server has all endpoints."
    ),
  ]

  @Test(arguments: collections)
  func `what isn't held is named`(_ row: (collection: String, remark: String)) throws {
    let collection = try TranslatedCollection(row.collection)
    #expect(
      collection.notes.contains { $0.hasPrefix(row.remark) }, "\(collection.notes) \(collection.errors)")
  }
}
