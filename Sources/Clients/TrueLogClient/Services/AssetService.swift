import PlumblineAPIClient

/// The requests for assets.
public struct AssetService: Sendable {
  let api: APIClient

  /// Returns a page of assets. `GET /api/v2/assets`
  public func listAssets(
    page: Int? = nil, perPage: Int? = nil, status: AssetStatus? = nil, sort: AssetSort? = nil,
    order: SortOrder? = nil, search: String? = nil
  ) async throws -> Page<Asset> {
    let query = [
      QueryItem("page", page), QueryItem("per_page", perPage), QueryItem("status", status), QueryItem("sort", sort),
      QueryItem("order", order), QueryItem("search", search),
    ]
    return try await api.getPage("/api/v2/assets", query: query)
  }

  /// Returns one asset. `GET /api/v2/assets/{asset_id}`
  public func getAsset(assetId: Int) async throws -> Asset {
    try await api.get("/api/v2/assets/\(assetId)")
  }

  /// Changes an asset. `PUT /api/v2/assets/{asset_id}`
  public func updateAsset(assetId: Int, _ update: AssetUpdate) async throws -> Asset {
    try await api.put("/api/v2/assets/\(assetId)", body: update)
  }

  /// Archives or deletes an asset. `DELETE /api/v2/assets/{asset_id}?mode=archive`
  ///
  /// - Parameter mode: The way to remove the asset. If it is `nil`, the server archives it.
  /// - Returns: The archived asset, or `nil` if it was deleted.
  @discardableResult
  public func removeAsset(assetId: Int, mode: AssetRemovalMode? = .archive) async throws -> Asset? {
    let path: EndpointPath = "/api/v2/assets/\(assetId)"
    let query = [QueryItem("mode", mode)]
    if mode == .delete {
      try await api.delete(path, query: query)
      return nil
    }
    return try await api.payload(APIRequest(.delete, path, query: query), as: Asset.self)
  }

  /// Transfers an asset to another customer. `POST /api/v2/assets/{asset_id}/transfer`
  public func transferAsset(assetId: Int, _ transfer: AssetTransfer) async throws -> Asset {
    try await api.post("/api/v2/assets/\(assetId)/transfer", body: transfer)
  }
}
