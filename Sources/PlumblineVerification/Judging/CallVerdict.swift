import PlumblineDriftDetection

/// What both sides of a call say together: a complaint about the call, and drift of the client's own.
struct CallVerdict {
  var complaint: String?
  var drift: [Drift] = []
  /// Whether the call failed even where drift was found: the drift isn't why.
  var isDecided = false
}
