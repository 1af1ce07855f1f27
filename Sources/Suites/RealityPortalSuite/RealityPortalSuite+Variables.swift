import PlumblineVerification

extension RealityPortalSuite {
  /// What a real server knows by other ids than the recordings.
  public var variables: [SuiteVariable] {
    [
      SuiteVariable("listing_id", "a listing that is a favorite; a call takes it from the favorites"),
      SuiteVariable("other_listing_id", "a listing that is no favorite; a call makes it one"),
      SuiteVariable("sparse_listing_id", "a listing without photos, amenities and area"),
      SuiteVariable("asked_listing_id", "a listing that a call asks about"),
      SuiteVariable("inquiry_id", "an inquiry that was replied to; a call writes a message"),
      SuiteVariable("pending_inquiry_id", "an inquiry that nobody has answered"),
      SuiteVariable("closed_inquiry_id", "an inquiry that is closed"),
      SuiteVariable("missing_id", "an id that no listing and no inquiry has", from: .missing),
      SuiteVariable("new_email", "an address that has no account; a call opens one", from: .expendable),
      SuiteVariable("second_email", "another address that has no account; a call opens one", from: .expendable),
      SuiteVariable(
        "disposable_account", "yes, if profile, photo, password and devices of the account may change for good",
        from: .expendable),
      SuiteVariable("city", "a city with listings"),
    ]
  }
}
