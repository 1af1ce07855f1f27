import Foundation
import RealityPortalClient
import Testing

@Suite struct ShareItemTests {
  private static func listing(id: String = "123", photos: [String] = []) throws -> Listing {
    let plain = try PortalServer.value("123")
    return Listing(
      id: id, title: "Flat by the park", price: plain.price, currency: plain.currency, city: plain.city,
      description: plain.description, photos: photos, features: plain.features, amenities: plain.amenities,
      coordinate: plain.coordinate, agent: plain.agent, listedAt: plain.listedAt)
  }

  @Test func `a listing is shared with its title, its link and its first photo`() throws {
    let photos = ["https://cdn.example.com/1.jpg?w=800", "https://cdn.example.com/2.jpg"]
    let item = try #require(ShareItem(Self.listing(photos: photos)))
    #expect(item.title == "Flat by the park")
    #expect(item.url.absoluteString == "https://reality.example.com/listing/123")
    #expect(item.imageURL?.absoluteString == photos[0])
    #expect(ListingLink.route(for: item.url) == .listingDetail(id: "123"))
  }

  @Test(arguments: [
    "", "1.jpg", "http://cdn.example.com/1.jpg", "javascript:alert(1)", "file:///etc/passwd",
    "data:image/png;base64,AA",
    "https://", "https:///1.jpg", "https://user@cdn.example.com/1.jpg", "https://user:pw@cdn.example.com/1.jpg",
  ])
  func `a picture that isn't on the web is none`(photo: String) throws {
    #expect(try #require(ShareItem(Self.listing(photos: [photo]))).imageURL == nil)
    #expect(try #require(ShareItem(Self.listing())).imageURL == nil)
  }

  @Test(arguments: [
    "", "a/b", "..", "1?x=1", "1#x", "１", "1\u{0}", "@evil.example", " 1", String(repeating: "1", count: 65),
  ])
  func `a hostile id isn't shared`(id: String) throws {
    #expect(ShareItem(try Self.listing(id: id)) == nil)
  }
}
