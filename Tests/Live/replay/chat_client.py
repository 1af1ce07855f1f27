"""What the clients openai and ollama get of a server, in streams and in one piece, and the bytes of a stream."""
import json
import urllib.error
import urllib.request

from .chat_server import KEY, MODEL, PROMPTS, WORDS

PATIENCE = 60


def openai(url, key=KEY):
    import openai

    return openai.OpenAI(base_url=url + "/v1", api_key=key, max_retries=0, timeout=PATIENCE)


def ollama(url):
    import ollama

    return ollama.Client(host=url, timeout=PATIENCE)


def said(prompt):
    return [{"role": "user", "content": prompt}]


def stream(url, prompt, key=KEY, first=lambda: None):
    """The events of OpenAI's stream, as its client reads them, one by one; `first` is called with the first."""
    options = {"include_usage": True}
    with openai(url, key).chat.completions.create(
            model=MODEL, messages=said(prompt), stream=True, stream_options=options) as chunks:
        for number, chunk in enumerate(chunks):
            if number == 0:
                first()
            yield chunk.to_dict()


def lines(url, prompt, first=lambda: None):
    """The lines of Ollama's stream, as its client reads them, one by one."""
    for number, value in enumerate(ollama(url).chat(model=MODEL, messages=said(prompt), stream=True)):
        if number == 0:
            first()
        yield value.model_dump()


def completion(url, prompt, key=KEY, model=MODEL):
    return openai(url, key).chat.completions.create(model=model, messages=said(prompt), stream=False).to_dict()


def tried(call):
    """What a call returns, or its refusal: the kind of error, the status and the body."""
    import openai

    try:
        return call()
    except openai.APIStatusError as error:
        return type(error).__name__, error.status_code, error.body
    except openai.OpenAIError as error:
        return type(error).__name__, str(error)


def asked(url, key=KEY):
    """All that both clients get, by what was asked."""
    got = {"models": tried(lambda: openai(url, key).models.list().to_dict())}
    for prompt in PROMPTS:
        got[f"{prompt} in events"] = tried(lambda: list(stream(url, prompt, key)))
        got[f"{prompt} whole"] = tried(lambda: completion(url, prompt, key))
    for prompt in WORDS:
        got[f"{prompt} in lines"] = list(lines(url, prompt))
        got[f"{prompt} whole, of Ollama"] = ollama(url).chat(model=MODEL, messages=said(prompt)).model_dump()
    got["an unknown model"] = tried(lambda: completion(url, "Who is there?", key, model="plumb-2"))
    got["a wrong key"] = tried(lambda: completion(url, "Who is there?", "sk-wrong"))
    return got


def raw(url, prompt, key=KEY):
    """The body of OpenAI's stream, byte for byte, as its client has it before it reads events."""
    # With usage at the end, as `stream` asks for it.
    with openai(url, key).chat.completions.with_streaming_response.create(
            model=MODEL, messages=said(prompt), stream=True, stream_options={"include_usage": True}) as answer:
        return answer.read()


def plain(url, prompt, key=KEY):
    """The body of a stream for a program that says nothing of itself, such as curl."""
    body = {"model": MODEL, "messages": said(prompt), "stream": True, "stream_options": {"include_usage": True}}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    request = urllib.request.Request(url + "/v1/chat/completions", json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()
