import RealityPortalClient
import Testing

@Suite struct NavigationTests {
  @Test func `what is after the scheme's slashes is the host, not the path`() {
    #expect(ListingLink.route(for: "realityportal://listing/123") == .listingDetail(id: "123"))
    #expect(ListingLink.route(for: "realityportal:///listing/123") == nil)
    #expect(ListingLink.route(for: "realityportal://reality.example.com/listing/123") == nil)
  }

  @Test func `what is shared can be opened`() throws {
    let url = try #require(ListingLink.shareURL(listingId: "flat-7_b"))
    #expect(url.absoluteString == "https://reality.example.com/listing/flat-7_b")
    #expect(ListingLink.route(for: url) == .listingDetail(id: "flat-7_b"))
    #expect(ListingLink.shareURL(listingId: "a/b") == nil)
    #expect(ListingLink.shareURL(listingId: "") == nil)
  }

  @Test func `a link opens its listing over home`() {
    var navigation = NavigationCoordinator()
    navigation.select(.search)
    let isOurs = navigation.open(link: "https://reality.example.com/listing/123")
    #expect(isOurs)
    #expect(navigation.current == .listingDetail(id: "123"))
    navigation.back()
    #expect(navigation.current == .home)
    let isTheirs = navigation.open(link: "https://evil.example/listing/123")
    #expect(!isTheirs)
    #expect(navigation.current == .home)
  }

  @Test func `a link that comes while the login is shown is seen, not hidden under it`() {
    var navigation = NavigationCoordinator()
    navigation.select(.favorites)
    navigation.open(link: "https://reality.example.com/listing/123")
    #expect(!navigation.isLoginShown)
    #expect(navigation.current == .listingDetail(id: "123"))
    navigation.navigate(to: .login)
    navigation.loggedIn()
    #expect(navigation.current == .account, "Nobody wants to the favorites any more.")
  }

  @Test func `a guest who wants to the favorites logs in and lands there`() {
    var navigation = NavigationCoordinator()
    navigation.select(.favorites)
    #expect(navigation.isLoginShown)
    #expect(navigation.selectedTab == .home)
    navigation.loggedIn()
    #expect(!navigation.isLoginShown)
    #expect(navigation.current == .favorites)
  }

  @Test func `the account is open to guests, who find login and register there`() {
    #expect(Tab.allCases.filter(\.requiresAuth) == [.favorites, .inquiries])
    var navigation = NavigationCoordinator()
    navigation.select(.account)
    #expect(!navigation.isLoginShown)
    #expect(navigation.current == .account)
    navigation.navigate(to: .login)
    navigation.loggedIn()
    #expect(navigation.current == .account)
  }

  @Test func `a tab is left as it was`() {
    var navigation = NavigationCoordinator(isAuthenticated: true)
    navigation.navigate(to: .listingDetail(id: "123"))
    navigation.select(.inquiries)
    navigation.navigate(to: .inquiryDetail(id: "501"))
    navigation.select(.home)
    #expect(navigation.current == .listingDetail(id: "123"))
    navigation.loggedOut()
    #expect(navigation.path(of: .inquiries).isEmpty)
    #expect(navigation.current == .listingDetail(id: "123"))
  }

  @Test func `a login that is given up is forgotten`() {
    var navigation = NavigationCoordinator()
    navigation.navigate(to: .newInquiry(listingId: "123"))
    navigation.back()
    navigation.navigate(to: .login)
    navigation.loggedIn()
    #expect(navigation.current == .account)
  }
}
