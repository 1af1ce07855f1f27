import PhotoScoutClient
import PlumblineVerification

/// The calls for listing, reading, and deleting plans.
enum PlanCalls {
  static var all: [Call] { list.calls + detail.calls + delete.calls }

  private static var list: EndpointCalls {
    EndpointCalls("plans.list")
      .everyday("lists plans") { client, _ in try await client.api.fetchPlans() }
      .success("lists no plans", by: .recording("without-plans")) { client, _ in try await client.api.fetchPlans() }
  }

  private static var detail: EndpointCalls {
    EndpointCalls("plans.get")
      .everyday("reads a plan") { client, context in try await client.api.fetchPlan(id: context.planId) }
      .success("reads a plan without a summary") { client, context in
        try await client.api.fetchPlan(id: context.text("sparse_plan_id", default: "plan-lisbon"))
      }
      .success("reads a plan without a place") { client, context in
        try await client.api.fetchPlan(id: context.text("placeless_plan_id", default: "plan-anywhere"))
      }
      .failure("notFound", "reads a plan that doesn't exist") { client, context in
        try await client.api.fetchPlan(id: context.missingId)
      }
  }

  private static var delete: EndpointCalls {
    EndpointCalls("plans.delete")
      .everyday("deletes a plan") { client, context in
        try await client.api.deletePlan(id: context.removablePlanId)
      }
      .failure("notFound", "deletes a plan that doesn't exist") { client, context in
        try await client.api.deletePlan(id: context.missingId)
      }
  }
}
