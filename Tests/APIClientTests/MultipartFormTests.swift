import Foundation
import PlumblineAPIClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct MultipartFormTests {
  private func part(
    _ name: String = "photo", _ filename: String = "a.jpg", _ mediaType: String = "image/jpeg", data: Data = Data()
  ) -> MultipartForm.Part {
    MultipartForm.Part(name: name, filename: filename, mediaType: mediaType, data: data)
  }

  private func text(_ form: MultipartForm) -> String { String(decoding: form.data, as: UTF8.self) }

  /// Returns the boundary that the form's content type names.
  private func boundary(_ form: MultipartForm) throws -> String {
    let prefix = "multipart/form-data; boundary="
    #expect(form.contentType.hasPrefix(prefix))
    return String(form.contentType.dropFirst(prefix.count))
  }

  @Test func `a form is what RFC 7578 says, byte for byte`() {
    let form = MultipartForm([part("photo", "me.jpg", "image/jpeg", data: Data([0xFF, 0xD8, 0x0D, 0x0A, 0x00, 0xD9]))])
    #expect(form.contentType == "multipart/form-data; boundary=form-boundary")
    let head =
      "--form-boundary\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"me.jpg\"\r\n"
      + "Content-Type: image/jpeg\r\n\r\n"
    #expect(
      form.data == Data(head.utf8) + [0xFF, 0xD8, 0x0D, 0x0A, 0x00, 0xD9] + Data("\r\n--form-boundary--\r\n".utf8))
  }

  @Test func `parts are sent in their order, each behind the boundary`() throws {
    let form = MultipartForm([part("a", data: Data("one".utf8)), part("b", data: Data("two".utf8)), part("c")])
    let pieces = text(form).components(separatedBy: "--\(try boundary(form))")
    #expect(pieces.count == 5)
    #expect(pieces.first == "")
    #expect(pieces.last == "--\r\n")
    #expect(pieces[1].hasSuffix("\r\n\r\none\r\n"))
    #expect(pieces[2].hasSuffix("\r\n\r\ntwo\r\n"))
    #expect(pieces[3].hasSuffix("\r\n\r\n\r\n"))
  }

  @Test func `a form of nothing is closed at once`() {
    #expect(text(MultipartForm([])) == "--form-boundary--\r\n")
  }

  @Test(arguments: [
    "form-boundary", "--form-boundary--", "form-boundary form-boundary-1", "\r\n--form-boundary-1\r\nform-boundary-2",
  ])
  func `no part holds the boundary`(content: String) throws {
    let form = MultipartForm([part(data: Data("harmless".utf8)), part(data: Data(content.utf8))])
    let boundary = try boundary(form)
    #expect(!content.contains(boundary))
    #expect(boundary.utf8.count <= 70, "RFC 2046 section 5.1.1")
    #expect(text(form).components(separatedBy: "--\(boundary)").count == 4)
  }

  @Test func `names can't end their quotes, their line or their part`() {
    let form = MultipartForm([part("a\"b", "x\r\nEvil: yes\r\n\r\n\"y", "image/png\r\nEvil: yes")])
    let lines = text(form).components(separatedBy: "\r\n")
    #expect(
      lines[1]
        == "Content-Disposition: form-data; name=\"a%22b\"; filename=\"x%0D%0AEvil: yes%0D%0A%0D%0A%22y\"")
    #expect(lines[2] == "Content-Type: image/pngEvil: yes")
    #expect(lines[3].isEmpty)
    #expect(lines.count == 7)
  }

  @Test func `a request carries the form and says what it is`() async throws {
    let transport = StubTransport("{}")
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    let client = APIClient(baseURL: url, apiKey: nil, token: InMemoryTokenStore(), transport: transport)
    let form = MultipartForm([part(data: Data("bytes".utf8))])
    _ = try await client.send(APIRequest(.put, "/photo", form: form)) { try $0.checkStatus($1) }
    let request = try #require(transport.requests.first)
    #expect(request.httpMethod == "PUT")
    #expect(request.value(forHTTPHeaderField: "Content-Type") == form.contentType)
    #expect(request.httpBody == form.data)
  }
}
