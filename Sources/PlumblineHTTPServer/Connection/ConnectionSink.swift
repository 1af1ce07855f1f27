import PlumblineHTTPMessages

/// Brings later answers to a connection's loop: one object for all requests of a connection.
final class ConnectionSink: CompletionSink {
  let mailbox: Mailbox
  let connection: ChannelID

  init(mailbox: Mailbox, connection: ChannelID) {
    self.mailbox = mailbox
    self.connection = connection
  }

  func complete(_ answer: Answer, token: UInt64) {
    mailbox.post(.answer(connection, token: token, answer))
  }
}
