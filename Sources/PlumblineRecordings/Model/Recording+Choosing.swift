extension Recording {
  /// What chance alone, the connection or the protocol decide.
  private static let notByData: Set<Int> = [401, 402, 405, 406, 407, 408, 411, 421, 425, 426, 428, 429, 431, 451]

  /// Whether what a request says can be what brought a status about. Where it can't, a recording with that status never
  /// answers a request for its values alone, and stands beside the one that does.
  package static func isByData(_ status: Int) -> Bool { status < 500 && !notByData.contains(status) }
}
