/// The data of a widget, in the shape that its id stands for.
public enum WidgetContent: Sendable, Hashable {
  /// `ticket_counts`
  case ticketCounts(TicketCounts)
  /// `asset_counts`
  case assetCounts(AssetCounts)
  /// Any other widget.
  case other(WidgetData)
}
