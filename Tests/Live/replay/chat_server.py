"""A server of our own that speaks OpenAI's and Ollama's chat, in streams and in one piece, and always says the same."""
import http.server
import json
import threading

KEY = "sk-proj-pLumb7Line2KeyOf4The9Test0123456789abcdefghij"
MODEL = "plumb-1"
CREATED = 1767225600
# How long a stream's next part takes, and how long one waits for a client that doesn't say that it has the first.
PAUSE, PATIENCE = 0.03, 10

# What is answered to a prompt, by what comes in a stream; one as some servers write it, with blanks and comments.
WORDS = {
    "Name a bird.": ["The", " heron", " stands", " still", "."],
    "Name a fish.": ["Pike", ", of course", "!", "\n\nOr “Karpfen” – 🐟."],
}
SPACED = "Name a fish."
CALLING = "What is the weather in Ulm?"
PROMPTS = [*WORDS, CALLING]


class Server(http.server.ThreadingHTTPServer):
    """Runs from the beginning to the end of a `with`."""

    daemon_threads = True

    def __init__(self, acknowledged=None):
        """Makes a server; the second part of its streams waits for `acknowledged`, if there is such an event."""
        super().__init__(("127.0.0.1", 0), Handler)
        self.acknowledged, self.held = acknowledged, []
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.thread.join()
        self.server_close()

    def handle_error(self, *_):
        """A client that goes, as `record` does at its end, is no error."""

    def pause(self, path, number):
        """Lets time pass before the part of a stream, or the client receive the one before."""
        if self.acknowledged is None:
            threading.Event().wait(PAUSE)
        elif number == 1 and not self.acknowledged.wait(PATIENCE):
            self.held.append(path)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # A part leaves at once.
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.whole(200, {"object": "list", "data": [
            {"id": MODEL, "object": "model", "created": CREATED, "owned_by": "plumb"}]})

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = asked["messages"][-1]["content"]
        if self.path == "/api/chat":
            if asked["stream"]:
                self.parts("application/x-ndjson", lines(prompt))
            else:
                self.whole(200, {**line("".join(WORDS.get(prompt, []))), **END})
        elif self.headers["Authorization"] != f"Bearer {KEY}":
            self.refusal(401, "Incorrect API key provided.", "invalid_api_key")
        elif asked["model"] != MODEL:
            self.refusal(404, f"The model `{asked['model']}` does not exist.", "model_not_found")
        elif asked.get("stream"):
            self.parts("text/event-stream; charset=utf-8", events(prompt))
        else:
            self.whole(200, completion(prompt))

    def whole(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def refusal(self, status, message, code):
        error = {"message": message, "type": "invalid_request_error", "param": None, "code": code}
        self.whole(status, {"error": error})

    def parts(self, kind, parts):
        """Sends a stream, each part as a chunk of its own."""
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for number, part in enumerate(parts):
            if number:
                self.server.pause(self.path, number)
            data = part.encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.write(b"0\r\n\r\n")


def base(prompt, kind):
    return {"id": f"chatcmpl-{4700 + PROMPTS.index(prompt)}", "object": kind, "created": CREATED, "model": MODEL}


def call(arguments, **more):
    return {"index": 0, **more, "function": {**({"name": "weather"} if more else {}), "arguments": arguments}}


def deltas(prompt):
    """What each event adds to the message."""
    if prompt == CALLING:
        calls = [call("", id="call_1", type="function"), call('{"city": '), call('"Ulm"}')]
        return [{"role": "assistant", "content": None}, *({"tool_calls": [one]} for one in calls)]
    return [{"role": "assistant", "content": ""}, *({"content": word} for word in WORDS[prompt])]


def reason(prompt):
    return "tool_calls" if prompt == CALLING else "stop"


def events(prompt):
    """The stream of events as it is sent, an event each; comments are parts of the event that they come before."""
    common = base(prompt, "chat.completion.chunk")
    chunks = [{**common, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas(prompt)]
    chunks.append({**common, "choices": [{"index": 0, "delta": {}, "finish_reason": reason(prompt)}]})
    chunks.append({**common, "choices": [], "usage": usage(prompt)})
    if prompt == SPACED:
        return [": WORKING\n\n", *(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks), "data: [DONE]\n\n"]
    return [f"data: {compact(chunk)}\n\n" for chunk in chunks] + ["data: [DONE]\n\n"]


def usage(prompt):
    count = len(deltas(prompt)) - 1
    return {"prompt_tokens": 5, "completion_tokens": count, "total_tokens": 5 + count}


def completion(prompt):
    message = {"role": "assistant", "content": "".join(WORDS.get(prompt, [])) or None}
    if prompt == CALLING:
        whole = {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Ulm"}'}}
        message["tool_calls"] = [whole]
    choice = {"index": 0, "message": message, "finish_reason": reason(prompt)}
    return {**base(prompt, "chat.completion"), "choices": [choice], "usage": usage(prompt)}


END = {"done": True, "done_reason": "stop", "total_duration": 4935886791, "eval_count": 4}


def line(text):
    message = {"role": "assistant", "content": text}
    return {"model": MODEL, "created_at": "2026-01-01T00:00:00.123456Z", "message": message, "done": False}


def lines(prompt):
    """The stream of lines as it is sent, a line each."""
    return [compact(value) + "\n" for value in [*map(line, WORDS.get(prompt, [])), {**line(""), **END}]]


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
