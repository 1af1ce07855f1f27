import RealityPortalClient
import Testing

@Suite struct InquiryFormTests {
  @Test func `a form that says something can be sent, as it was typed`() {
    let form = InquiryForm(listingId: "123", message: " Is it free?\n", contactPreference: .phone)
    #expect(form.errors.isEmpty)
    #expect(form.isValid)
    #expect(
      form.inquiry == NewInquiry(listingId: "123", message: " Is it free?\n", contactPreference: .phone))
  }

  @Test(arguments: ["", " ", "\n\t \u{A0}\u{2003}"])
  func `without a message, its field says so`(message: String) {
    var form = InquiryForm(listingId: "123", message: message)
    #expect(form.errors == [.message: "Write what you would like to know."])
    #expect(!form.isValid)
    #expect(form.inquiry == nil)
    form.message = "Free?"
    #expect(form.isValid)
  }

  @Test func `an answer is wanted by email, by phone, or either`() {
    for preference in [ContactPreference.email, .phone, .either] {
      #expect(InquiryForm(listingId: "123", message: "Free?", contactPreference: preference).isValid)
    }
    let form = InquiryForm(
      listingId: "123", message: "Free?", contactPreference: ContactPreference(rawValue: "pigeon"))
    #expect(form.errors.keys.map { $0 } == [.contactPreference])
    #expect(form.inquiry == nil)
  }

  @Test(arguments: ["", "a/b", "1\u{0}", String(repeating: "1", count: 65)])
  func `a listing that has no id can't be asked about`(id: String) {
    #expect(InquiryForm(listingId: id, message: "Free?").errors.keys.map { $0 } == [.listing])
  }

  @Test func `each field has a sentence of its own`() {
    let form = InquiryForm(listingId: "", contactPreference: ContactPreference(rawValue: ""))
    #expect(Set(form.errors.keys) == Set(InquiryForm.Field.allCases))
    #expect(Set(form.errors.values).count == InquiryForm.Field.allCases.count)
  }
}
