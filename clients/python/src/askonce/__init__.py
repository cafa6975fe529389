"""AskOnce over HTTP: ask a person once, wait for the answer, and go on. Needs nothing but Python.

    from askonce import AskOnce

    reply = AskOnce().ask("Which format?", options=["YAML", "JSON"])
    print(reply.status, reply.answer)

Names are those of the API with underscores: `session_id` is `sessionId` on the wire. Waits survive restarts of the server.
"""

from __future__ import annotations

import http.client
import json
import math
import random
import re
import time
import uuid
from contextlib import closing
from dataclasses import dataclass, fields
from typing import (
    IO,
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Generator,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypedDict,
    TypeVar,
    Union,
)
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

if TYPE_CHECKING:  # Type checkers bring it along.
    from typing_extensions import Unpack
else:
    try:
        from typing import Unpack
    except ImportError:  # Before Python 3.11: what reads type hints at run time sees the fields.

        class Unpack:
            def __class_getitem__(cls, fields):
                return fields

__all__ = ["Approval", "AskOnce", "AskOnceError", "Clarification", "Event", "Outcome", "Receipt", "Reply"]

T = TypeVar("T")
#: The id, the type and the data of a message in a stream.
_Message = Tuple[Optional[int], str, Optional[str]]
_NOTHING: Mapping[str, Any] = {}

#: The operations of the API that this module uses, under their names in the OpenAPI description.
OPERATIONS: Dict[str, Tuple[str, str]] = {
    "ask": ("POST", "/clarifications"),
    "clarifications": ("GET", "/clarifications"),
    "clarification": ("GET", "/clarifications/{id}"),
    "answer": ("POST", "/clarifications/{id}/answer"),
    "decline": ("POST", "/clarifications/{id}/decline"),
    "cancel": ("POST", "/clarifications/{id}/cancel"),
    "approve": ("POST", "/approvals"),
    "decide": ("POST", "/approvals/{id}/decision"),
    "events": ("GET", "/events"),
}

OutcomeName = Literal["answered", "auto_resolved", "parked", "declined", "cancelled", "expired", "fallback", "failed"]
QuestionType = Literal["TARGET_FILE", "SELECT_ONE", "CONFIRM", "FREE_TEXT"]
QuestionStatus = Literal["pending", "answered", "declined", "revoked", "superseded", "withdrawn"]
OnTimeout = Literal["wait", "default", "fallback", "fail"]
Scope = Literal["once", "session", "project"]
Options = Sequence[Union[str, Mapping[str, str]]]
Policy = Union[Literal["job", "orchestrator", "interactive"], Mapping[str, Any]]

# Seconds. The server replies to a poll within _POLL and sends something on a stream every 15: a silent connection is dead.
_POLL = 30.0
_SILENCE = 60.0
_FIRST_PAUSE = 0.1
_MAX_PAUSE = 5.0
#: How often events are read as pages while the server has no room for a stream.
_PAGE_PAUSE = 2.0
#: Statuses that pass: no reply, a rate limit, a proxy's, a server that restarts.
_PASSING = (0, 429, 502, 503, 504)


class AskFields(TypedDict, total=False):
    """What an ask may say beside its question: docs/http.md explains each."""

    session_id: str
    job: str
    asker: str
    agent: str
    branch: str
    policy: Policy
    language: str
    user_message: str
    questions: Sequence[Union[str, Mapping[str, Any]]]
    header: str
    type: QuestionType
    options: Options
    multi_select: bool
    strict_options: bool
    recommended: str
    default: str
    destructive: bool
    subject: str
    reason: str
    context: str
    timeout: Union[str, int]
    on_timeout: OnTimeout
    fallback: str
    rejects: str
    because: str
    ref: str


class ApproveFields(TypedDict, total=False):
    """What a call may say beside its tool and input: docs/approvals.md explains each."""

    session_id: str
    job: str
    asker: str
    agent: str
    branch: str
    policy: Policy
    call_id: str
    title: str
    reason: str
    suggestions: Sequence[str]
    editable: bool
    only_once: bool
    timeout: Union[str, int]
    ref: str


class ListFields(TypedDict, total=False):
    """Which questions to list: docs/http.md explains each."""

    status: Union[QuestionStatus, Sequence[QuestionStatus]]
    session: str
    project: str
    agent: str
    kind: Literal["question", "approval"]
    ask: str
    text: str
    since: str
    before: str
    snoozed: Literal["hidden", "included", "only"]
    newest: bool


class DecideFields(TypedDict, total=False):
    scope: Scope
    rule: str
    message: str
    updated_input: Mapping[str, Any]


@dataclass(frozen=True)
class Outcome:
    """The outcome of one question. `answer` is what to continue with; None if there is nothing."""

    outcome: OutcomeName
    question: str
    type: QuestionType
    id: Optional[str] = None
    answer: Optional[str] = None
    selected: Optional[List[str]] = None
    source: Optional[str] = None
    evidence: Optional[str] = None
    confidence: Optional[float] = None
    by: Optional[str] = None
    surface: Optional[str] = None
    offered: Optional[Dict[str, Any]] = None
    error: Optional[str] = None
    code: Optional[str] = None


@dataclass(frozen=True)
class Reply:
    """The outcome of an ask; `items` has one for each question."""

    status: OutcomeName
    session_id: str
    items: List[Outcome]
    ask: Optional[str] = None
    answer: Optional[str] = None


@dataclass(frozen=True)
class Approval:
    """What was decided about a tool call. It is true only if the call is allowed: `if askonce.approve(…):`."""

    decision: Literal["allow", "deny", "parked"]
    id: Optional[str] = None
    scope: Optional[Scope] = None
    source: Optional[Literal["user", "rule"]] = None
    updated_input: Optional[Dict[str, Any]] = None
    message: Optional[str] = None
    by: Optional[str] = None
    surface: Optional[str] = None
    evidence: Optional[str] = None
    rule: Optional[str] = None

    def __bool__(self) -> bool:
        return self.decision == "allow"


@dataclass(frozen=True)
class Clarification:
    """A question as the person sees it, in any state. Times are milliseconds since 1970."""

    id: str
    question: str
    type: QuestionType
    status: QuestionStatus
    session_id: str
    project: str
    folder: str
    ask: str
    options: List[Dict[str, str]]
    multi_select: bool
    strict_options: bool
    destructive: bool
    subject: str
    created_at: int
    question_hash: str
    checked_by_asker: bool
    rejected: bool
    agent: Optional[str] = None
    branch: Optional[str] = None
    job: Optional[str] = None
    header: Optional[str] = None
    reason: Optional[str] = None
    context: Optional[str] = None
    recommended: Optional[str] = None
    default: Optional[str] = None
    deadline: Optional[int] = None
    on_timeout: Optional[str] = None
    on_timeout_answer: Optional[str] = None
    offered: Optional[Dict[str, Any]] = None
    succeeds: Optional[str] = None
    answer: Optional[str] = None
    source: Optional[str] = None
    evidence: Optional[str] = None
    confidence: Optional[float] = None
    by: Optional[str] = None
    surface: Optional[str] = None
    because: Optional[str] = None
    approval: Optional[Dict[str, Any]] = None
    decision: Optional[Dict[str, Any]] = None
    settled_at: Optional[int] = None
    snoozed_until: Optional[int] = None
    group: Optional[str] = None


@dataclass(frozen=True)
class Receipt:
    """`replayed`: the same answer or decision had already been given."""

    status: Literal["accepted", "replayed"]
    clarification: Clarification
    also: Optional[List[Dict[str, Any]]] = None


@dataclass(frozen=True)
class Event:
    """One event of the audit trail. Pass `seq` as `after` to continue behind it."""

    seq: int
    type: str
    at: int
    data: Dict[str, Any]
    session: Optional[str] = None
    job: Optional[str] = None
    ask: Optional[str] = None
    clarification: Optional[str] = None


class AskOnceError(Exception):
    """A rejected request. Distinguish by `code`: one of docs/errors.md, `unreachable`, or `unreadable` if the reply is not AskOnce's."""

    def __init__(self, code: str, status: int, message: str, problem: Optional[Dict[str, Any]] = None) -> None:
        # All of them are kept as arguments, so that the error can be sent to another process.
        super().__init__(code, status, message, problem)
        self.code = code
        #: The HTTP status; 0 without a reply.
        self.status = status
        #: The whole reply (RFC 9457), such as the `winner` of `already_answered`.
        self.problem = problem
        self._message = message
        self._retry_after = 0.0

    def __str__(self) -> str:
        return self._message


class AskOnce:
    """A client of one server. Threads may share it.

    `token` is needed where the server needs one. `project` is what the questions belong to: a folder of the server's machine, or any other
    name; the server's own by default. `retries` is how often a request without a reply is sent again.
    """

    def __init__(
        self, url: str = "http://127.0.0.1:4766", token: Optional[str] = None, *, project: Optional[str] = None, retries: int = 5
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"The address of a server begins with http:// or https://, which {url!r} does not.")
        self._base = url.rstrip("/")
        self._token = token
        self._project = project
        self._retries = retries
        is_local = parts.hostname in ("localhost", "::1") or parts.hostname.startswith("127.")
        # A proxy of the environment cannot reach this machine's loopback.
        self._opener = build_opener(_NoRedirect, *([ProxyHandler({})] if is_local else []))

    def ask(
        self,
        question: Optional[str] = None,
        *,
        wait: Union[bool, float] = True,
        idempotency_key: Optional[str] = None,
        **ask: Unpack[AskFields],
    ) -> Reply:
        """Asks, and waits for the person, also across restarts of the server.

        `wait`: False returns at once, a number of seconds at the latest then; the status may be `parked`, and the question goes on waiting.
        The same `idempotency_key` is the same ask.
        """
        body = {"question": question, **_on_the_wire(ask)}
        key = idempotency_key or uuid.uuid4().hex
        # The key makes a repeated ask the same ask: it waits for the question that the first one put.
        reply = self._settled("ask", body, wait, lambda got: got["status"] == "parked", key)
        return _read(Reply, {**reply, "items": [_read(Outcome, item) for item in reply["items"]]})

    def wait(self, id: str, seconds: Optional[float] = None, *, ask: Optional[str] = None) -> Outcome:
        """Waits until a question is settled, on any surface. After `seconds` the outcome may still be `parked`.

        `ask` names the ask whose outcome you want, if several share the question; the first one by default.
        """
        until = _deadline(True if seconds is None else seconds)
        found = self._call("clarification", {"id": id}, {"ask": ask})
        while found["outcome"]["outcome"] == "parked" and time.monotonic() < until:
            found = self._poll("clarification", found, until, path={"id": id}, query={"ask": ask})
        return _read(Outcome, found["outcome"])

    def approve(self, tool: str, input: Mapping[str, Any], *, wait: Union[bool, float] = True, **call: Unpack[ApproveFields]) -> Approval:
        """Asks whether a tool call may be made, and waits for the decision as `ask` does. Only a true result allows it.

        The same `call_id` in the same session or job gets the same decision, also after your program was restarted.
        """
        body = {"callId": uuid.uuid4().hex, **_on_the_wire(call), "tool": tool, "input": input}
        # A call id belongs to a session, and without one each request would have its own.
        if body.get("sessionId") is None and body.get("job") is None:
            body["sessionId"] = f"python-{uuid.uuid4().hex}"
        return _read(Approval, self._settled("approve", body, wait, lambda got: got["decision"] == "parked"))

    def cancel(self, id: str, *, ask: Optional[str] = None, because: Optional[str] = None) -> Receipt:
        """Withdraws from a question as its asker; by default for the ask that first put it."""
        return _receipt(self._call("cancel", {"id": id}, body={"ask": ask, "because": because}))

    def clarification(self, id: str) -> Clarification:
        return _read(Clarification, self._call("clarification", {"id": id}))

    def clarifications(self, **which: Unpack[ListFields]) -> Iterator[Clarification]:
        """All questions, oldest first, or `newest` first; page by page, so you may stop at any time."""
        query: Dict[str, Any] = {**which, "status": _joined(which.get("status"))}
        while True:
            page = self._call("clarifications", query=query)
            yield from (_read(Clarification, item) for item in page["items"])
            if page["next"] is None:
                return
            query["after"] = page["next"]

    def answer(
        self,
        id: str,
        answer: Union[str, Sequence[str]],
        *,
        remember: bool = False,
        also: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Receipt:
        """Answers a question, as a person or for one. With `remember` it is also the project's preference.

        `also` names questions of the same `group` that get the same answer.
        """
        body = {"answer": answer, "remember": remember or None, "also": also}
        return _receipt(self._call("answer", {"id": id}, body=body, key=idempotency_key))

    def decline(self, id: str, because: Optional[str] = None) -> Receipt:
        """Closes a question without an answer."""
        return _receipt(self._call("decline", {"id": id}, body={"because": because}))

    def decide(
        self,
        id: str,
        decision: Literal["allow", "deny"],
        *,
        idempotency_key: Optional[str] = None,
        **how: Unpack[DecideFields],
    ) -> Receipt:
        """Allows or denies a tool call. Needs the token of an answerer, also on loopback."""
        body = {**_on_the_wire(how), "decision": decision}
        return _receipt(self._call("decide", {"id": id}, body=body, key=idempotency_key))

    def events(
        self,
        after: Optional[int] = None,
        *,
        type: Union[str, Sequence[str], None] = None,
        session: Optional[str] = None,
        job: Optional[str] = None,
    ) -> Iterator[Event]:
        """Endless events, in order, each once, also across restarts of the server. Leave the loop to end it.

        They begin after the number `after`, and 0 is before the first one; by default they begin when you read the first one.
        """
        query = {"type": _joined(type), "session": session, "job": job}
        last = after
        failures = 0
        while True:
            pause = 0.0
            try:
                with closing(self._stream(query, last)) as messages:
                    for number, event, data in messages:
                        failures = 0
                        last = last if number is None else number
                        # On `reset` the number was beyond the end: the stream starts now, after the id that came with it.
                        if data is not None and event != "reset":
                            yield _read(Event, json.loads(data))
            except AskOnceError as error:
                # A rejected request would be rejected again; all other errors may pass.
                if 0 < error.status < 500 and error.status != 429:
                    raise
                pause = error._retry_after
                start = (error.problem or {}).get("after")
                if isinstance(start, int):
                    # There is no room for another stream: read a page from where it would have started.
                    pause = _PAGE_PAUSE
                    last = start if last is None else last
                    page = self._page(query, last)
                    yield from (_read(Event, item) for item in page["items"])
                    last = page["next"]
            time.sleep(max(pause, _pause(failures)))
            failures += 1

    def _page(self, query: Mapping[str, Any], after: int) -> Any:
        try:
            return self._call("events", query={**query, "after": after, "format": "json"})
        except AskOnceError as error:
            if error.status not in _PASSING:
                raise
            return {"items": [], "next": after}

    def _stream(self, query: Mapping[str, Any], last: Optional[int]) -> Generator[_Message, None, None]:
        headers = {"Accept": "text/event-stream"}
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        try:
            with self._open("events", {}, query, None, headers) as stream:
                if not stream.headers.get("Content-Type", "").startswith("text/event-stream"):
                    raise _unreadable(stream.status)
                yield from _messages(stream)
        except (OSError, http.client.HTTPException) as error:
            raise self._unreachable() from error

    def _settled(
        self,
        operation: str,
        body: Mapping[str, Any],
        wait: Union[bool, float],
        is_parked: Callable[[Any], bool],
        key: Optional[str] = None,
    ) -> Any:
        until = _deadline(wait)
        # The first request does not wait: once it has a reply, the question is stored, and the client may retry for as long as it takes.
        reply = self._call(operation, body=body, key=key)
        while is_parked(reply) and time.monotonic() < until:
            reply = self._poll(operation, reply, until, body=body, key=key)
        return reply

    def _poll(self, operation: str, before: Any, until: float, *, query: Mapping[str, Any] = _NOTHING, **call: Any) -> Any:
        """Sends a request that waits, until there is a reply or the time is up; then what is known is what was before."""
        wait = f"{math.ceil(min(_POLL, max(until - time.monotonic(), 0)) * 1000)}ms"
        try:
            return self._call(operation, query={**query, "wait": wait}, until=until, **call)
        except AskOnceError as error:
            if error.status in _PASSING and time.monotonic() >= until:
                return before
            raise

    def _call(
        self,
        operation: str,
        path: Mapping[str, str] = _NOTHING,
        query: Mapping[str, Any] = _NOTHING,
        *,
        body: Optional[Mapping[str, Any]] = None,
        key: Optional[str] = None,
        until: Optional[float] = None,
    ) -> Any:
        """The reply as JSON. Every request here may be sent again: it has a key or a call id, or has the same effect twice as once."""
        headers = {} if key is None else {"Idempotency-Key": key}
        tried = 0
        while True:
            try:
                try:
                    with self._open(operation, path, query, body, headers) as reply:
                        return _json(reply.read(), reply.status)
                except (OSError, http.client.HTTPException) as error:
                    raise self._unreachable() from error
            except AskOnceError as error:
                left = math.inf if until is None else until - time.monotonic()
                is_last = tried >= self._retries if until is None else left <= 0
                if error.status not in _PASSING or is_last:
                    raise
                time.sleep(min(max(error._retry_after, _pause(tried)), left))
                tried += 1

    def _open(
        self,
        operation: str,
        path: Mapping[str, str],
        query: Mapping[str, Any],
        body: Optional[Mapping[str, Any]],
        headers: Mapping[str, str],
    ) -> Any:
        method, template = OPERATIONS[operation]
        address = re.sub(r"\{(\w+)\}", lambda name: quote(path[name[1]], safe=""), template)
        search = urlencode({name: str(value).lower() if value is True else value for name, value in _given(query).items()})
        request = Request(f"{self._base}{address}{'?' + search if search else ''}", method=method, headers=dict(headers))
        if self._token is not None:
            request.add_header("Authorization", f"Bearer {self._token}")
        if self._project is not None:
            request.add_header("Askonce-Project", quote(self._project, safe=""))
        if body is not None:
            request.data = json.dumps(_given(body), allow_nan=False).encode()
            request.add_header("Content-Type", "application/json")
        try:
            return self._opener.open(request, timeout=_SILENCE)
        except HTTPError as refusal:
            with refusal:
                raise _refusal(refusal) from None

    def _unreachable(self) -> AskOnceError:
        text = f"No reply from {self._base}. Check that the server is running and reachable."
        return AskOnceError("unreachable", 0, text)


class _NoRedirect(HTTPRedirectHandler):
    """The API never redirects, and a redirect would take the token to another server."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _refusal(refusal: HTTPError) -> AskOnceError:
    try:
        problem = json.loads(refusal.read())
        error = AskOnceError(problem["code"], refusal.code, problem["detail"], problem)
    except (ValueError, KeyError, TypeError):
        error = _unreadable(refusal.code)
    after = refusal.headers.get("Retry-After", "")
    error._retry_after = float(after) if after.isdigit() else 0.0
    return error


def _unreadable(status: int) -> AskOnceError:
    return AskOnceError(
        "unreadable", status, f"The server sent a reply ({status}) that is not AskOnce's, or of another release. Check the URL."
    )


def _json(text: bytes, status: int) -> Any:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise _unreadable(status) from error
    if not isinstance(found, dict):
        raise _unreadable(status)
    return found


def _messages(stream: IO[bytes]) -> Iterator[_Message]:
    """The id, type and data of each message. A message without an empty line at its end was cut off, and is sent again."""
    number: Optional[int] = None
    event = "message"
    data: List[str] = []
    while True:
        line = stream.readline()
        if not line.endswith(b"\n"):
            return
        name, _, value = line.decode("utf-8").rstrip("\r\n").partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "id" and value.isdigit():
            number = int(value)
        elif name == "event":
            event = value
        elif name == "data":
            data.append(value)
        elif line in (b"\n", b"\r\n"):
            yield number, event, "\n".join(data) if data else None
            number, event, data = None, "message", []


def _camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda letter: letter[1].upper(), name)


def _on_the_wire(named: Mapping[str, Any]) -> Dict[str, Any]:
    return {_camel(name): value for name, value in named.items()}


def _given(named: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in named.items() if value is not None}


def _joined(names: Union[str, Sequence[str], None]) -> Optional[str]:
    return names if names is None or isinstance(names, str) else ",".join(names)


def _read(kind: Type[T], found: Mapping[str, Any]) -> T:
    """A dataclass from a reply. Fields that a newer server adds are left out."""
    names = {field.name: _camel(field.name) for field in fields(kind)}  # type: ignore[arg-type]
    try:
        return kind(**{name: found[wire] for name, wire in names.items() if wire in found})
    except TypeError as error:  # It lacks a field that always comes.
        raise _unreadable(200) from error


def _receipt(found: Mapping[str, Any]) -> Receipt:
    return _read(Receipt, {**found, "clarification": _read(Clarification, found["clarification"])})


def _deadline(wait: Union[bool, float]) -> float:
    return math.inf if wait is True else time.monotonic() + float(wait)


def _pause(tried: int) -> float:
    """Grows with each attempt, with jitter so that clients of one server do not retry at the same time."""
    return min(_FIRST_PAUSE * 2.0 ** min(tried, 20), _MAX_PAUSE) * random.uniform(0.5, 1)
