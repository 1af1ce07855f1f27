#!/usr/bin/env python3
"""An HTTPS server on a free port of 127.0.0.1, which it prints; it ends when its standard input does.

Its certificate (certificate.pem) is signed by its own key (key.pem), which is nobody's secret. It answers with what it was sent, as
JSON; /large with a megabyte, /cut with less than it promised, /events with a stream in which nothing happens after its first event.
/left is answered when a client has left such a stream.
"""
import http.server
import json
import os
import ssl
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
LEFT = threading.Semaphore(0)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def stream(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b"data: 1\n\n")
        self.close_connection = True
        try:
            # Nothing comes but the end.
            self.rfile.read(1)
        except OSError:
            pass
        LEFT.release()

    def answer(self):
        if self.path == "/events":
            return self.stream()
        if self.path == "/left":
            LEFT.acquire()
        sent = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        body = json.dumps({"line": self.requestline, "host": self.headers.get("Host"), "body": sent}).encode()
        if self.path == "/large":
            body = b"x" * 1_000_000
        self.send_response(201 if self.command == "POST" else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body) + (self.path == "/cut")))
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    do_GET = do_POST = answer


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(HERE, "certificate.pem"), os.path.join(HERE, "key.pem"))
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
