import PlumblineContractModel
import PlumblineDriftDetection
import Testing

/// Findings with the secrets in their text masked.
struct RedactedDriftTests {
  private func drift(_ rule: Rule, _ promise: String) -> Drift {
    var drift = Drift(rule: rule, service: "shop", endpoint: "items.get", message: "It failed.")
    drift.promise = promise
    return drift
  }

  @Test func `a crash's words show no secret, and equal ones stay one cause`() {
    let redactor = Redactor(nil)
    func crash(_ words: String) -> Drift { redactor.redact(drift(Rule.client.crashed, words)) }
    let one = crash("Shop.swift:7: password=hunter2")
    #expect(one.promise == "Shop.swift:7: password=•••")
    #expect(one.cause == crash("Shop.swift:7: password=hunter2").cause)
    #expect(one.cause == redactor.redact(one).cause)
    #expect(one.cause != crash("Shop.swift:8: password=hunter2").cause)
  }

  @Test func `a place of the contract stays, whatever an exchange shows`() {
    var table = SecretTable()
    table.add("blue-secret", as: "•••")
    let place = "contract.json#/schemas/Item/properties/blue-secret/type"
    let found = drift(Rule.response.field.missing, place)
    let shown = Redactor(nil, table).redact(found)
    #expect(shown.promise == place)
    #expect(shown.cause == found.cause)
    #expect(Redactor(nil, table).redact(drift(Rule.client.callFailed, "blue-secret")).promise == "•••")
  }
}
