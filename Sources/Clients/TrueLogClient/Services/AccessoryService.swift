import PlumblineAPIClient

/// The requests for accessories.
public struct AccessoryService: Sendable {
  let api: APIClient

  /// Returns a page of accessories. `GET /api/v2/accessories`
  public func listAccessories(
    page: Int? = nil, perPage: Int? = nil, category: String? = nil, sort: AccessorySort? = nil,
    order: SortOrder? = nil, search: String? = nil
  ) async throws -> Page<Accessory> {
    let query = [
      QueryItem("page", page), QueryItem("per_page", perPage), QueryItem("category", category),
      QueryItem("sort", sort), QueryItem("order", order), QueryItem("search", search),
    ]
    return try await api.getPage("/api/v2/accessories", query: query)
  }

  /// Returns one accessory. `GET /api/v2/accessories/{accessory_id}`
  public func getAccessory(accessoryId: Int) async throws -> Accessory {
    try await api.get("/api/v2/accessories/\(accessoryId)")
  }

  /// Creates an accessory. `POST /api/v2/accessories`
  public func createAccessory(_ accessory: NewAccessory) async throws -> Accessory {
    try await api.post("/api/v2/accessories", body: accessory)
  }

  /// Changes an accessory. `PUT /api/v2/accessories/{accessory_id}`
  public func updateAccessory(accessoryId: Int, _ update: AccessoryUpdate) async throws -> Accessory {
    try await api.put("/api/v2/accessories/\(accessoryId)", body: update)
  }

  /// Deletes an accessory. The request fails with a conflict if items are checked out.
  /// `DELETE /api/v2/accessories/{accessory_id}`
  public func deleteAccessory(accessoryId: Int) async throws {
    try await api.delete("/api/v2/accessories/\(accessoryId)")
  }

  /// Records that a customer returned accessories. `POST /api/v2/accessories/{accessory_id}/checkin`
  public func checkinAccessory(accessoryId: Int, _ checkin: AccessoryCheckin) async throws -> Accessory {
    try await api.post("/api/v2/accessories/\(accessoryId)/checkin", body: checkin)
  }

  /// Records that a customer received accessories. `POST /api/v2/accessories/{accessory_id}/checkout`
  public func checkoutAccessory(accessoryId: Int, _ checkout: AccessoryCheckout) async throws -> Accessory {
    try await api.post("/api/v2/accessories/\(accessoryId)/checkout", body: checkout)
  }
}
