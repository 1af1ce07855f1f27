import PlumblineAPIClient
import PlumblineVerification
import TrueLogClient

/// The calls for listing, reading, editing, archiving or deleting, and transferring assets.
enum AssetCalls {
  /// All calls for assets. Removal comes last, because a removed asset can't be transferred.
  static var all: [Call] { list.calls + detail.calls + update.calls + transfer.calls + remove.calls }

  private static var list: EndpointCalls {
    EndpointCalls("assets.list")
      .ordinary("lists assets") { client, _ in try await client.assets.listAssets() }
      .success("reads the first page") { client, _ in try await client.assets.listAssets(page: 1, perPage: 2) }
      .success("reads the second page") { client, _ in try await client.assets.listAssets(page: 2, perPage: 2) }
      .success("reads the third page") { client, _ in try await client.assets.listAssets(page: 3, perPage: 2) }
      .success("lists assets with the status", each: AssetStatus.known) { client, _, status in
        try await client.assets.listAssets(status: status)
      }
      .success("sorts assets by", each: AssetSort.known) { client, _, sort in
        try await client.assets.listAssets(sort: sort, order: .asc)
      }
      .success("lists assets, the last tag first") { client, _ in
        try await client.assets.listAssets(sort: .assetTag, order: .desc)
      }
      .success("searches assets") { client, context in
        try await client.assets.listAssets(search: context.text("asset_search", default: "latitude"))
      }
      .success("searches assets in vain") { client, _ in try await client.assets.listAssets(search: "no such thing") }
      .failure("validation", "asks for a page that is too large") { client, _ in
        try await client.assets.listAssets(perPage: 1000)
      }
  }

  private static var detail: EndpointCalls {
    EndpointCalls("assets.get")
      .ordinary("reads an asset") { client, context in try await client.assets.getAsset(assetId: context.assetId) }
      .success("reads an asset with few fields") { client, context in
        try await client.assets.getAsset(assetId: context.integer("sparse_asset_id", default: 314))
      }
      .success("reads an asset with nulls") { client, context in
        try await client.assets.getAsset(assetId: context.integer("null_asset_id", default: 315))
      }
      .failure("notFound", "reads an asset that doesn't exist") { client, context in
        try await client.assets.getAsset(assetId: context.missingId)
      }
  }

  private static var update: EndpointCalls {
    let edit = AssetUpdate(
      name: "Dispatch laptop 1 (early shift)", condition: .fair, notes: "Keyboard is worn, works.")
    return EndpointCalls("assets.update")
      .ordinary("edits an asset") { client, context in
        try await client.assets.updateAsset(assetId: context.assetId, edit)
      }
      .success("edits every field of an asset") { client, context in
        var update = try AssetUpdate(
          name: "Dispatch laptop 3", model: "Latitude 5450", serialNum: "9KSN7W3", assetTag: "TL-0411",
          status: .readyToDeploy, condition: .new, manufacturer: "Dell Technologies", assetType: "Notebook",
          country: "Malaysia", customer: context.text("customer_name", default: "Johor Cold Chain"),
          notes: "Replaces the old one after the repair.", techNotes: "New mainboard, so new serial number.")
        (update.cpuType, update.cpuCores) = ("Intel Core Ultra 5 125U", "12")
        (update.memory, update.harddrive) = ("32 GB", "1 TB NVMe")
        (update.isErased, update.hasKeyboard, update.hasCharger) = (true, true, false)
        return try await client.assets.updateAsset(assetId: context.assetId, update)
      }
      .success("gives an asset the status", each: AssetStatus.known) { client, context, status in
        try await client.assets.updateAsset(assetId: context.assetId, AssetUpdate(status: status))
      }
      .success("gives an asset the condition", each: AssetCondition.known) { client, context, condition in
        try await client.assets.updateAsset(assetId: context.assetId, AssetUpdate(condition: condition))
      }
      .success("edits whether an asset is erased, has a keyboard and a charger:", each: [true, false]) {
        client, context, value in
        var update = AssetUpdate()
        (update.isErased, update.hasKeyboard, update.hasCharger) = (value, value, value)
        return try await client.assets.updateAsset(assetId: context.assetId, update)
      }
      .failure("validation", "edits an asset to a condition that doesn't exist") { client, context in
        try await client.assets.updateAsset(
          assetId: context.assetId, AssetUpdate(condition: AssetCondition(rawValue: "BROKEN")))
      }
      .failure("forbidden", "edits an asset without the permission", as: .persona("viewer")) { client, context in
        try await client.assets.updateAsset(assetId: context.assetId, edit)
      }
      .failure("notFound", "edits an asset that doesn't exist") { client, context in
        try await client.assets.updateAsset(assetId: context.missingId, edit)
      }
  }

  private static var remove: EndpointCalls {
    EndpointCalls("assets.remove")
      .ordinary("archives an asset") { client, context in
        try await client.assets.removeAsset(assetId: context.removableAssetId, mode: .archive)
      }
      .success("archives an asset, as is done when no mode is sent") { client, context in
        try await client.assets.removeAsset(assetId: context.removableAssetId, mode: nil)
      }
      .success("deletes an asset for good") { client, context in
        try await client.assets.removeAsset(assetId: context.removableAssetId, mode: .delete)
      }
      .failure("validation", "removes an asset in a way that doesn't exist") { client, context in
        try await client.assets.removeAsset(
          assetId: context.removableAssetId, mode: AssetRemovalMode(rawValue: "shred"))
      }
      .failure("forbidden", "archives an asset without the permission", as: .persona("viewer")) { client, context in
        try await client.assets.removeAsset(assetId: context.removableAssetId, mode: .archive)
      }
      .failure("notFound", "archives an asset that doesn't exist") { client, context in
        try await client.assets.removeAsset(assetId: context.missingId, mode: .archive)
      }
  }

  private static var transfer: EndpointCalls {
    let date = CalendarDate(year: 2026, month: 12, day: 1)
    return EndpointCalls("assets.transfer")
      .ordinary("transfers an asset") { client, context in
        try await client.assets.transferAsset(
          assetId: context.assetId,
          AssetTransfer(
            customerId: context.integer("transfer_customer_id", default: 60), reason: "Lent for the trade fair",
            notes: "Back in January.", effectiveDate: date))
      }
      .success("transfers an asset, naming only the customer") { client, context in
        try await client.assets.transferAsset(
          assetId: context.integer("transferable_asset_id", default: 312),
          AssetTransfer(customerId: context.integer("other_customer_id", default: 59)))
      }
      .failure("validation", "transfers an asset to a customer that doesn't exist") { client, context in
        try await client.assets.transferAsset(
          assetId: context.assetId, AssetTransfer(customerId: context.missingReferenceId))
      }
      .failure("forbidden", "transfers an asset without the permission", as: .persona("viewer")) { client, context in
        try await client.assets.transferAsset(
          assetId: context.assetId, AssetTransfer(customerId: context.customerId))
      }
      .failure("notFound", "transfers an asset that doesn't exist") { client, context in
        try await client.assets.transferAsset(
          assetId: context.missingId,
          AssetTransfer(
            customerId: context.integer("transfer_customer_id", default: 60), reason: "Lent for the trade fair",
            notes: "Back in January.", effectiveDate: date))
      }
      // The client's method requires a customer, so make the request one layer below.
      .failure("validation", "transfers an asset without a customer") { client, context in
        let asset: Asset = try await client.api.post(
          "/api/v2/assets/\(context.assetId)/transfer", body: ["reason": "Lent for the trade fair"])
        return asset
      }
  }
}
