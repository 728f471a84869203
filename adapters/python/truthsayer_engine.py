"""A rules engine in Python behind the Truthsayer protocol. Copy this one file next to your engine; it has no dependencies.

A game is a class: its declarations, a method that reads the set-up, a method that returns the state, and a method for each
kind of step. This file does the rest: the protocol, strict reading, refusals, complaints, and the record of where each
clause took effect. README.md next to it shows a complete engine.
"""
from __future__ import annotations

import functools
import json
import os
import sys
from decimal import Decimal, InvalidOperation
from types import FrameType
from typing import TYPE_CHECKING, Any, BinaryIO, Callable, ClassVar, Dict, Iterable, List, Mapping, NoReturn, Optional
from typing import Sequence, Set, Tuple, Type, TypeVar, Union

# Loading these takes a part of every start, and most runs need none of them.
if TYPE_CHECKING:
    import datetime
    import traceback

PROTOCOL = 1
Data = Any
"""Plain data: None, True and False, numbers (int, or Decimal if there is a fraction), texts, lists, and maps with texts for
keys. State and events may also contain floats, and dates, which become texts such as 2026-01-31."""
Method = TypeVar("Method", bound=Callable[..., None])

_MISSING = object()
_IMMUTABLE = frozenset((str, int, bool, type(None)))
_TEXTS = frozenset((str,))
_START = os.getcwd()


class Invalid(Exception):
    """The task is invalid: a mistake of its author, with the path of the wrong value and the reason."""

    def __init__(self, at: str, why: str) -> None:
        super().__init__(f"{at}: {why}")
        self.at, self.why = at, why


class Refused(Exception):
    """The rules forbid a step. Raised by `Game.refuse`."""

    def __init__(self, code: str, rule: str) -> None:
        super().__init__(code)
        self.code, self.rule = code, rule


class Unsupported(Exception):
    """The engine does not support this part of the game. Raise it anywhere, with the reason."""


class Node:
    """A value in the data of a task, with its path. Methods that read it reject invalid values with a complaint."""

    __slots__ = ("value", "path")

    def __init__(self, value: Data, path: str) -> None:
        self.value, self.path = value, path

    def complain(self, why: str) -> NoReturn:
        """Rejects the task because of this value."""
        raise Invalid(self.path, why)

    def expected(self, what: str) -> NoReturn:
        """Rejects the task because another kind of value is expected here."""
        self.complain(f"expected {what}, found {_described(self.value)}")

    def fields(self, *known: str) -> "Node":
        """Checks that this is a map with no other keys than these, and returns it."""
        odd = [name for name in self._map() if name not in known]
        if odd:
            self._child(min(odd)).complain(unknown("key", min(odd), known))
        return self

    def get(self, name: str, default: Data = None) -> "Node":
        """Returns the value of a key, or a default value with the same path."""
        value = self._map().get(name, _MISSING)
        return Node(default if value is _MISSING else value, f"{self.path}.{name}")

    def need(self, name: str) -> "Node":
        """Returns the value of a required key."""
        if name not in self._map():
            self.complain(f"`{name}` is missing")
        return self._child(name)

    def has(self, name: str) -> bool:
        """Returns whether this is a map with that key."""
        return isinstance(self.value, dict) and name in self.value

    def only(self, *known: str) -> Tuple[str, "Node"]:
        """Returns the only entry of a map, such as a step: its key, which must be one of these, and its value."""
        pairs = self.fields(*known).pairs()
        if len(pairs) != 1:
            self.complain(f"expected one key, one of: {', '.join(known)}")
        return pairs[0]

    def pairs(self) -> List[Tuple[str, "Node"]]:
        """Returns the entries of a map, sorted by key."""
        return [(name, self._child(name)) for name in sorted(self._map())]

    def items(self) -> List["Node"]:
        """Returns the items of a list."""
        if not isinstance(self.value, list):
            self.expected("a list")
        return [Node(value, f"{self.path}[{index}]") for index, value in enumerate(self.value)]

    def number(self, least: int, most: int) -> int:
        """Returns a whole number from `least` to `most`."""
        if type(self.value) is not int or not least <= self.value <= most:
            self.expected(f"a whole number from {least} to {most}")
        return self.value

    def decimal(self, least: Union[int, str, Decimal], most: Union[int, str, Decimal]) -> Decimal:
        """Returns a number from `least` to `most`, exactly as written. Compute with it, and show the result unrounded."""
        value = Decimal(repr(self.value)) if isinstance(self.value, float) else self.value
        if isinstance(value, bool) or not isinstance(value, (int, Decimal)) or not Decimal(least) <= value <= Decimal(most):
            self.expected(f"a number from {least} to {most}")
        return Decimal(value)

    def date(self) -> datetime.date:
        """Returns a date such as 2026-01-31."""
        import datetime

        try:
            day = datetime.datetime.strptime(self.value, "%Y-%m-%d").date()
        except (TypeError, ValueError):
            self.expected("a date such as 2026-01-31")
        return day if day.isoformat() == self.value else self.expected("a date such as 2026-01-31")

    def text(self) -> str:
        """Returns a text."""
        if not isinstance(self.value, str):
            self.expected("a text")
        return self.value

    def flag(self) -> bool:
        """Returns a boolean."""
        if not isinstance(self.value, bool):
            self.expected("true or false")
        return self.value

    def one_of(self, kind: str, known: Iterable[str]) -> str:
        """Returns a name that must be one of these. `kind` is the kind of things that they name, for messages."""
        name, names = self.text(), list(known)
        if name not in names:
            self.complain(unknown(kind, name, names))
        return name

    def _map(self) -> Dict[str, Data]:
        if not isinstance(self.value, dict):
            self.expected("a map")
        return self.value

    def _child(self, name: str) -> "Node":
        return Node(self.value[name], f"{self.path}.{name}")


def unknown(kind: str, name: str, known: Sequence[str]) -> str:
    """"no key is called `trun`; nearest is `turn`"."""
    import difflib

    near = difflib.get_close_matches(name, known, 1)
    rest = f"nearest is `{near[0]}`" if near else f"known: {', '.join(known) or 'none'}"
    return f"no {kind} is called `{name[:60]}`; {rest}"


def _described(value: Data) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, (int, float, Decimal)):
        return f"the number {value}"
    return f"`{value[:60]}`" if isinstance(value, str) else "a list" if isinstance(value, list) else "a map"


def step(*fields: str, name: Optional[str] = None) -> Callable[[Method], Method]:
    """Marks the method for a kind of step. The step has the name of the method, or `name`. The method receives the value of
    the step as a `Node`; with `fields` it is a map with no other keys. If the step has the name of a method of `Game`,
    such as `ask`, `self.ask` is still the method of `Game`."""

    def mark(method: Method) -> Method:
        setattr(method, "_step", (name or method.__name__, fields))
        return method

    return mark


class Game:
    """One run of one task. Subclass it. Every task gets a new object, so no task depends on an earlier one."""

    name: ClassVar[str]
    """The name in reports."""
    version: ClassVar[str]
    """The version. Raise it with every change."""
    game: ClassVar[str]
    """The game: the name of the folder with its rules."""
    switches: ClassVar[Mapping[str, Tuple[str, str]]] = {}
    """The clauses that can be turned off, by name: the rule, and words of the clause."""
    fires: ClassVar[bool] = True
    """Whether `upholds` is called exactly where a clause takes effect. Set it to False if you cannot ensure that."""
    events: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Every kind of event with its fields. `refused` and `answered` are added."""
    board: ClassVar[Optional[Mapping[str, Data]]] = None
    """The layout of the board in the state; see docs/reference/protocol.md."""
    readings: ClassVar[Sequence[Mapping[str, Data]]] = ()
    """Clauses with several fair interpretations; see docs/reference/protocol.md. `reading` returns the chosen value."""
    observes: ClassVar[Optional[Mapping[str, Data]]] = None
    """The facts that this engine shows, if not all: `{"events": [...], "refusals": ..., "state": [...], "answers": [...]}`.
    `truthsayer verify` prints it for fields and paths that are never shown; see docs/reference/protocol.md."""

    _steps: ClassVar[Dict[str, Tuple[Callable[..., None], Sequence[str]]]] = {}
    """The kinds of steps, each with its method and its allowed keys."""

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        own = {each: method for each, method in vars(cls).items() if hasattr(method, "_step")}
        for each in own:
            if each in ("set_up", "state"):
                raise TypeError(f"`{each}` belongs to every game; write @step(name=\"{each}\") above a method of another name")
            if hasattr(Game, each):
                delattr(cls, each)
        marks = {method._step[0]: (method, method._step[1]) for method in own.values()}
        cls._steps = dict(sorted({**cls._steps, **marks}.items()))

    def __init__(self, without: Sequence[str]) -> None:
        self.without = without
        self.at_step = 0
        """Number of the current step, counted from 1; 0 in the set-up."""
        self.log: List[Dict[str, Data]] = []
        self.fired: List[Dict[str, Data]] = []
        self.asked: List[Dict[str, Data]] = []
        self.notes: List[Dict[str, Data]] = []
        self._chosen: Dict[str, str] = {}
        self._places: Set[Tuple[str, str, int]] = set()

    def set_up(self, given: Node) -> None:
        """Reads the set-up."""
        raise NotImplementedError

    def state(self) -> Mapping[str, Data]:
        """Returns the whole state: everything that a claim may name."""
        raise NotImplementedError

    def upholds(self, switch: str) -> bool:
        """Returns whether a clause is in force. Call it only where the clause takes effect: the source line of the caller is
        recorded, once for each line."""
        return self._upholds(switch, sys._getframe(1))

    def forbid(self, wrong: bool, code: str, switch: str) -> None:
        """Refuses the step if `wrong` is true and the clause is in force. Call it before anything changes."""
        if wrong and self._upholds(switch, sys._getframe(1)):
            self.refuse(code, switch)

    def _upholds(self, switch: str, caller: FrameType) -> bool:
        if switch not in self.switches:
            raise KeyError(unknown("switch", switch, list(self.switches)))
        if switch in self.without:
            return False
        if self.fires:
            file, line = caller.f_code.co_filename, caller.f_lineno
            if (switch, file, line) not in self._places:
                self._places.add((switch, file, line))
                self.fired.append({"switch": switch, "file": _shown(file), "line": line, "event": len(self.log)})
        return True

    def tell(self, event: str, **fields: Data) -> None:
        """Adds an event to the log. Write a field whose name is a Python keyword with an underscore: `from_`."""
        if self.events and event not in self.events:
            raise KeyError(unknown("event", event, list(self.events)))
        self.log.append({event: plain({name.rstrip("_"): value for name, value in fields.items()})})

    def refuse(self, code: str = "", rule: str = "") -> NoReturn:
        """Refuses the step. `code` is your name for the reason, `rule` a switch or a rule line; both are optional. Call it
        before anything changes."""
        raise Refused(code, self.switches[rule][0] if rule in self.switches else rule)

    def answer(self, answer: Data) -> None:
        """Adds the answer of an `ask` step to the log."""
        self.log.append({"answered": {"step": self.at_step, "answer": plain(answer)}})

    def ask(self, who: str, what: str, why: str) -> None:
        """Records that this step answered a question of the engine. `truthsayer explain` shows it."""
        self.asked.append({"who": who, "what": what, "why": why, "step": self.at_step, "event": len(self.log)})

    def note(self, text: str) -> None:
        """Adds a note, which is shown and never judged."""
        self.notes.append({"step": self.at_step or None, "event": len(self.log), "text": text})

    def reading(self, name: str) -> str:
        """Returns the value of a reading: from `given.readings`, or its default."""
        return self._chosen[name]

    @classmethod
    def hello(cls) -> Dict[str, Data]:
        """Returns the `hello` of the engine."""
        hello: Dict[str, Data] = {"protocol": PROTOCOL, "engine": {"name": cls.name, "version": cls.version}}
        hello.update(game=cls.game, supports=["without", *(["fired"] if cls.fires else [])] if cls.switches else [])
        hello["switches"] = [{"name": n, "cite": cite, "quote": quote} for n, (cite, quote) in cls.switches.items()]
        if cls.events:
            own = {**cls.events, "refused": ["step", "code", "rule"], "answered": ["step", "answer"]}
            hello["events"] = [{"name": event, "fields": list(fields)} for event, fields in own.items()]
        hello.update({key: value for key in ("board", "readings", "observes") if (value := getattr(cls, key))})
        return hello


def plain(data: Data) -> Data:
    """Returns a copy as plain data, so that later changes of the game do not affect it."""
    kind = type(data)
    if kind in _IMMUTABLE:
        return data
    if kind is list:
        return [plain(item) for item in data]
    if kind is dict and _TEXTS.issuperset(map(type, data)):
        return {name: value if type(value) in _IMMUTABLE else plain(value) for name, value in data.items()}
    try:
        return json.loads(json.dumps(data, allow_nan=False))
    except TypeError:
        return _copied(data)


def _copied(data: Data) -> Data:
    """Like `plain`, for data with decimals and dates, which the JSON library does not support."""
    import datetime

    if isinstance(data, Decimal):
        if not data.is_finite():
            raise ValueError(f"{data} is not a number that JSON can hold")
        return data
    if isinstance(data, datetime.date):
        return data.isoformat()
    if isinstance(data, Mapping):
        return {str(name): _copied(value) for name, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_copied(value) for value in data]
    return json.loads(json.dumps(data, allow_nan=False))


def _written(data: Data) -> str:
    """Returns plain data as JSON. Decimals keep every digit."""
    try:
        return _ENCODER.encode(data)
    except TypeError:
        pass
    if isinstance(data, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{_written(value)}" for name, value in data.items()) + "}"
    return "[" + ",".join(map(_written, data)) + "]" if isinstance(data, list) else str(data)


@functools.lru_cache(maxsize=None)
def _shown(file: str) -> str:
    """Returns a source file as reports show it: its path below the start folder of the engine, or only its name."""
    path = os.path.relpath(os.path.join(_START, file), _START).replace(os.sep, "/")
    return path.rsplit("/", 1)[-1] if path.startswith("..") else path


def _frames(error: BaseException) -> List[traceback.FrameSummary]:
    """The calls in the engine's own source, the innermost last. Frames of this file and of Python's library are skipped, and
    those of installed packages unless there are no others."""
    import sysconfig
    import traceback

    library = sysconfig.get_paths()
    frames = traceback.extract_tb(error.__traceback__)
    installed = [frame for frame in frames if "site-packages" in frame.filename or "dist-packages" in frame.filename]
    skipped = (__file__, library["stdlib"] + os.sep, library["platstdlib"] + os.sep, "<")
    own = [frame for frame in frames if frame not in installed and not frame.filename.startswith(skipped)]
    return own or installed


def _thrown_at(error: BaseException) -> str:
    """The innermost line of the engine's own source in a trace, such as `engine.py:68`; empty if there is none."""
    for frame in reversed(_frames(error)):
        return f"{_shown(frame.filename)}:{frame.lineno}"
    return ""


def _trace(error: BaseException) -> List[str]:
    """The last calls before the error, such as `engine.py:68 in hold: self.total += points`."""
    frames = _frames(error)[-6:]
    return [f"{_shown(frame.filename)}:{frame.lineno} in {frame.name}: {frame.line or ''}".rstrip(": ") for frame in frames]


def _set_up(game: Game, given: Data) -> None:
    if game.readings:
        chosen = Node(given, "given").get("readings", {})
        chosen.fields(*(reading["name"] for reading in game.readings))
        for reading in game.readings:
            value = chosen.get(reading["name"], reading["default"])
            game._chosen[reading["name"]] = value.one_of(f"{reading['name']} reading", reading["values"])
        given = {name: value for name, value in given.items() if name != "readings"}
    game.set_up(Node(given, "given"))


def _perform(game: Game, node: Node) -> None:
    """Runs one step. A refusal is logged, and the run continues."""
    kinds = game._steps
    kind, data = node.only(*kinds)
    method, fields = kinds[kind]
    try:
        method(game, data.fields(*fields) if fields else data)
    except Refused as refusal:
        details = {"step": game.at_step, "code": refusal.code, "rule": refusal.rule}
        game.log.append({"refused": {key: value for key, value in details.items() if value}})


def _answer(kind: Type[Game], number: Data, without: List[Data], given: Data, when: List[Data]) -> Dict[str, Data]:
    """Runs a task. Every result, also an exception, becomes an answer."""
    at = 0
    game = kind(without)
    try:
        for switch in game.without:
            if switch not in kind.switches:
                raise Invalid("without", unknown("switch", switch, list(kind.switches)))
        _set_up(game, given)
        before = plain(game.state())
        for index, data in enumerate(when):
            game.at_step = at = index + 1
            _perform(game, Node(data, f"when[{index}]"))
        played = {"id": number, "before": before, "after": plain(game.state()), "log": game.log}
        played.update({key: value for key in ("fired", "asked", "notes") if (value := getattr(game, key))})
        return {"played": played}
    except Invalid as complaint:
        return {"invalid": {"id": number, "at": complaint.at, "why": complaint.why + _refusals(game.log)}}
    except Unsupported as reason:
        return {"unsupported": {"id": number, "why": str(reason)}}
    except Exception as error:
        import traceback

        traceback.print_exc()
        why = f"{type(error).__name__}: {error}"
        crashed = {"id": number, "why": why, "at": _thrown_at(error), "step": at, "trace": _trace(error)}
        return {"crashed": {key: value for key, value in crashed.items() if value}}


def _refusals(log: Iterable[Mapping[str, Data]]) -> str:
    """Returns a list of refusals for a complaint: after a refusal, the rest of a script often does not fit."""
    refused = [event["refused"] for event in log if "refused" in event]
    return "".join(f"; step {it['step']} was refused with `{it.get('code', 'no reason')}`" for it in refused)


def _number(text: str) -> Decimal:
    """Returns a number with a fraction as an exact decimal. Python cannot represent all of them."""
    try:
        return Decimal(text)
    except InvalidOperation:
        _UNHELD.append(text)
        return Decimal(0)


_UNHELD: List[str] = []
"""The numbers of the current line that Python cannot represent."""
# Making these takes longer than using them.
_DECODER, _ENCODER = json.JSONDecoder(parse_float=_number), json.JSONEncoder(separators=(",", ":"))


def _read(line: Union[str, bytes]) -> Data:
    """Returns the data of a line. Numbers with a fraction are exact decimals."""
    _UNHELD.clear()
    return _DECODER.decode(line if isinstance(line, str) else line.decode("utf-8", "surrogatepass"))


def answer(kind: Type[Game], line: Union[str, bytes]) -> Optional[Dict[str, Data]]:
    """Returns the answer to a line; None at the end of the conversation."""
    try:
        ((message, body),) = _read(line).items()
        if message == "play" and _UNHELD:
            # A result computed from an inexact number would not show whether the engine keeps the rules.
            return {"unsupported": {"id": body["id"], "why": f"Python cannot hold the number {_UNHELD[0][:40]}"}}
        if message == "play":
            return _answer(kind, body["id"], list(body.get("without", [])), body["given"], list(body["when"]))
        if message == "hello" and body["protocol"] < PROTOCOL:
            return {"unknown": {"why": f"there is no protocol {body['protocol']}; this engine speaks {PROTOCOL}"}}
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        return {"unknown": {"why": f"this line cannot be read: {error}"}}
    if message == "bye":
        return None
    return {"hello": kind.hello()} if message == "hello" else {"unknown": {"why": f"there is no message `{message}`"}}


def serve(kind: Type[Game], source: Optional[BinaryIO] = None, sink: Optional[BinaryIO] = None) -> None:
    """Answers every line of stdin on stdout until `bye` or the end. Output that the game prints goes to stderr."""
    out = sink or sys.stdout.buffer
    kept, sys.stdout = sys.stdout, sys.stderr
    try:
        for line in source or sys.stdin.buffer:
            said = answer(kind, line)
            if said is None:
                break
            out.write(_written(said).encode() + b"\n")
            out.flush()
    except BrokenPipeError:
        pass
    finally:
        sys.stdout = kept
