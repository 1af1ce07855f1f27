/// Functions for laying out the columns of a table.
extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  func led(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
