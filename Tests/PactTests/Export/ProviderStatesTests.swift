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
}
