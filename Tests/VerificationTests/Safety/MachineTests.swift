import PlumblineHTTPMessages
import PlumblineVerification
import Testing

struct MachineTests {
  private func machine(_ url: String) throws -> Machine { Machine(try BaseURL(parsing: url)) }

  @Test(arguments: [
    ("https://notes.example", "https://notes.example."), ("https://notes.example", "http://NOTES.example:8080/api"),
    ("https://notes.example", "https://notes%2Eexample"), ("https://192.0.2.1", "http://192.0.2.1:81"),
    ("https://192.0.2.1", "https://0xC0000201"), ("http://192.0.2.1", "http://[::ffff:192.0.2.1]"),
    ("http://localhost:80", "http://127.0.0.1"), ("http://localhost:7", "http://[::1]:7"),
    ("http://localhost:7", "https://127.9.8.7:7"), ("http://localhost:7", "http://127.1:7"),
    ("http://localhost.:7", "http://api.localhost:7"), ("http://localhost:7", "http://[0:0:0:0:0:0:0:1]:7"),
    ("http://localhost:7", "http://0.0.0.0:7"), ("http://localhost:7", "http://[::ffff:127.0.0.1]:7"),
  ])
  func `two spellings are one machine`(left: String, right: String) throws {
    #expect(try machine(left) == machine(right))
  }

  @Test(arguments: [
    ("https://notes.example", "https://api.notes.example"), ("http://localhost:7", "http://localhost:8"),
    ("http://127.0.0.1", "http://128.0.0.1"), ("https://192.0.2.1", "https://192.0.2.2"),
    ("http://localhost", "http://localhost.example"),
  ])
  func `two machines stay two`(left: String, right: String) throws {
    #expect(try machine(left) != machine(right))
  }

  @Test func `loopback is distinguished from all other addresses`() throws {
    #expect(try machine("http://127.0.0.1:8080").isLoopback)
    #expect(try !machine("http://10.0.0.1").isLoopback)
    #expect(try !machine("https://notes.example").isLoopback)
  }
}
