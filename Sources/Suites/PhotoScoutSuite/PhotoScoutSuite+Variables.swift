import PlumblineVerification

extension PhotoScoutSuite {
  /// What a real server knows by other ids than the recordings.
  public var variables: [SuiteVariable] {
    [
      SuiteVariable("plan_id", "a plan of the visitor's"),
      SuiteVariable("sparse_plan_id", "a plan without a summary"),
      SuiteVariable("placeless_plan_id", "a plan without a place"),
      SuiteVariable("removable_plan_id", "a plan that may be deleted", from: .removable(of: "plans")),
      SuiteVariable("conversation_id", "a conversation of the visitor's with messages"),
      SuiteVariable("untitled_conversation_id", "a conversation without a title"),
      SuiteVariable("empty_conversation_id", "a conversation without messages"),
      SuiteVariable(
        "missing_id", "an id that no plan and no conversation has; a call deletes it in vain",
        from: .missing),
    ]
  }
}
