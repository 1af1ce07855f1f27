import Testing

@testable import PlumblinePact

struct ProviderStatesTests {
  @Test(arguments: [
    ("tickets", "ticket"), ("accessories", "accessory"), ("boxes", "box"), ("branches", "branch"), ("ties", "tie"),
    ("address", "address"), ("staff", "staff"), ("houses", "house"),
  ])
  func `a collection's items are named by its singular`(name: String, singular: String) {
    #expect(ProviderStates.singular(name) == singular)
  }

  @Test(arguments: [("asset", "an"), ("ticket", "a"), ("user", "a"), ("unit", "a"), ("upload", "an"), ("", "a")])
  func `a noun has its article`(noun: String, article: String) {
    #expect(ProviderStates.article(of: noun) == article)
  }
}
