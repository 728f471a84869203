"""A rules engine in Python behind the Truthsayer protocol. Copy this one file beside your engine; it needs nothing else.

A game is a class: what it declares, a method that reads the set-up, one that shows the state, and one for each kind of
step. This file does the rest: the conversation, strict reading, refusals, complaints, and the notes about which clause
took effect where. README.md beside it shows a whole engine.
"""
from __future__ import annotations

import datetime
import difflib
import functools
import json
import os
import sys
import sysconfig
import traceback
from decimal import Decimal, InvalidOperation
from types import FrameType
from typing import Any, BinaryIO, Callable, ClassVar, Dict, Iterable, List, Mapping, NoReturn, Optional, Sequence, Tuple
from typing import Type, TypeVar, Union

PROTOCOL = 1
Data = Any
"""Plain data: None, True and False, numbers (int, or Decimal if there is a fraction), texts, lists, and maps with texts for
keys. The engine may also show a float, and a date, which becomes a text such as 2026-01-31."""
Method = TypeVar("Method", bound=Callable[..., None])

_MISSING = object()
_IMMUTABLE = frozenset((str, int, bool, type(None)))
_START = os.getcwd()


class Invalid(Exception):
    """The task makes no sense: the author's mistake, with the path of what is wrong and why."""

    def __init__(self, at: str, why: str) -> None:
        super().__init__(f"{at}: {why}")
        self.at, self.why = at, why


class Refused(Exception):
    """The rules forbid what a step wants. `Game.refuse` raises it."""

    def __init__(self, code: str, rule: str) -> None:
        super().__init__(code)
        self.code, self.rule = code, rule


class Unsupported(Exception):
    """This engine does not play that part of the game. Raise it with the reason, anywhere."""


class Node:
    """A value in the data of a task and the path to it. Every method that reads it complains where it makes no sense."""

    def __init__(self, value: Data, path: str) -> None:
        self.value, self.path = value, path

    def complain(self, why: str) -> NoReturn:
        """Says what is wrong here."""
        raise Invalid(self.path, why)

    def expected(self, what: str) -> NoReturn:
        """Says that something else belongs here."""
        self.complain(f"expected {what}, found {_described(self.value)}")

    def fields(self, *known: str) -> "Node":
        """A map whose keys are all among these."""
        for name in sorted(self._map()):
            if name not in known:
                self._child(name).complain(unknown("key", name, known))
        return self

    def get(self, name: str, default: Data = None) -> "Node":
        """The value of a key, or a default as if somebody had written it."""
        value = self._map().get(name, _MISSING)
        return Node(default if value is _MISSING else value, f"{self.path}.{name}")

    def need(self, name: str) -> "Node":
        """The value of a key that must not be missing."""
        if name not in self._map():
            self.complain(f"`{name}` is missing")
        return self._child(name)

    def has(self, name: str) -> bool:
        """Whether this is a map with that key."""
        return isinstance(self.value, dict) and name in self.value

    def only(self, *known: str) -> Tuple[str, "Node"]:
        """The only entry of a map, such as a step: its name, which must be one of these, and what it says."""
        pairs = self.fields(*known).pairs()
        if len(pairs) != 1:
            self.complain(f"expected one key, one of: {', '.join(known)}")
        return pairs[0]

    def pairs(self) -> List[Tuple[str, "Node"]]:
        """The entries of a map, in the order of their names."""
        return [(name, self._child(name)) for name in sorted(self._map())]

    def items(self) -> List["Node"]:
        """The elements of a list."""
        if not isinstance(self.value, list):
            self.expected("a list")
        return [Node(value, f"{self.path}[{index}]") for index, value in enumerate(self.value)]

    def number(self, least: int, most: int) -> int:
        """A whole number between two others."""
        if type(self.value) is not int or not least <= self.value <= most:
            self.expected(f"a whole number from {least} to {most}")
        return self.value

    def decimal(self, least: Union[int, str, Decimal], most: Union[int, str, Decimal]) -> Decimal:
        """A number between two others, exactly as written: compute with it, and show the result as it is."""
        value = Decimal(repr(self.value)) if isinstance(self.value, float) else self.value
        if isinstance(value, bool) or not isinstance(value, (int, Decimal)) or not Decimal(least) <= value <= Decimal(most):
            self.expected(f"a number from {least} to {most}")
        return Decimal(value)

    def date(self) -> datetime.date:
        """A date such as 2026-01-31."""
        try:
            day = datetime.datetime.strptime(self.value, "%Y-%m-%d").date()
        except (TypeError, ValueError):
            self.expected("a date such as 2026-01-31")
        return day if day.isoformat() == self.value else self.expected("a date such as 2026-01-31")

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            self.expected("a text")
        return self.value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self.expected("true or false")
        return self.value

    def one_of(self, kind: str, known: Iterable[str]) -> str:
        """A name that must be one of these; `kind` is what they are names of."""
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
    """Marks the method that plays a kind of step, which is called like the method. It gets what the step says as a
    `Node`; with `fields` that is a map with no other keys. A step may be called like a method of `Game`, such as `ask`:
    `self.ask` is then still the method of `Game`."""

    def mark(method: Method) -> Method:
        setattr(method, "_step", (name or method.__name__, fields))
        return method

    return mark


class Game:
    """One play of one task. Subclass it; a new object is made for every task, so nothing is left over from the last."""

    name: ClassVar[str]
    """As documents will call the engine."""
    version: ClassVar[str]
    """To be raised with every change."""
    game: ClassVar[str]
    """The name of the folder with its rules."""
    switches: ClassVar[Mapping[str, Tuple[str, str]]] = {}
    """The clauses that can be turned off: name, then the rule and words that stand in it."""
    fires: ClassVar[bool] = True
    """Whether `upholds` is asked exactly where a clause takes effect. Say False where you cannot know that."""
    events: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Every kind of event with its fields. `refused` and `answered` are added."""
    board: ClassVar[Optional[Mapping[str, Data]]] = None
    """How the state shows a board; see docs/reference/protocol.md."""
    readings: ClassVar[Sequence[Mapping[str, Data]]] = ()
    """Points on which fair players differ; see docs/reference/protocol.md. `reading` says what was chosen."""
    observes: ClassVar[Optional[Mapping[str, Data]]] = None
    """What this engine shows, if not everything: `{"events": [...], "refusals": ..., "state": [...], "answers": [...]}`.
    `truthsayer verify` prints it for fields and paths that are never shown; see docs/reference/protocol.md."""

    _steps: ClassVar[Dict[str, Tuple[Callable[..., None], Sequence[str]]]] = {}
    """The kinds of steps: the method that plays each, and the keys that it may have."""

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        own = {each: method for each, method in vars(cls).items() if hasattr(method, "_step")}
        for each in own:
            if each in ("set_up", "state"):
                raise TypeError(f"`{each}` belongs to every game; write @step(name=\"{each}\") above a method of another name")
            if hasattr(Game, each):
                delattr(cls, each)
        marks = {method._step[0]: (method, method._step[1]) for method in own.values()}
        cls._steps = {**cls._steps, **marks}

    def __init__(self, without: Sequence[str]) -> None:
        self.without = without
        self.at_step = 0
        """The step that is being played, counted from 1; 0 in the set-up."""
        self.log: List[Dict[str, Data]] = []
        self.fired: List[Dict[str, Data]] = []
        self.asked: List[Dict[str, Data]] = []
        self.notes: List[Dict[str, Data]] = []
        self._chosen: Dict[str, str] = {}

    def set_up(self, given: Node) -> None:
        """Reads the set-up."""
        raise NotImplementedError

    def state(self) -> Mapping[str, Data]:
        """The whole state: everything that a claim could speak of."""
        raise NotImplementedError

    def upholds(self, switch: str) -> bool:
        """Whether a clause is in force, asked where it takes effect and nowhere else. The place of the caller and the
        moment are noted, once for each place."""
        return self._upholds(switch, sys._getframe(1))

    def forbid(self, wrong: bool, code: str, switch: str) -> None:
        """Refuses what this step wants if it is wrong and the clause is in force. Nothing may have changed before."""
        if wrong and self._upholds(switch, sys._getframe(1)):
            self.refuse(code, switch)

    def _upholds(self, switch: str, caller: FrameType) -> bool:
        if switch not in self.switches:
            raise KeyError(unknown("switch", switch, list(self.switches)))
        if switch in self.without:
            return False
        if self.fires:
            place = {"switch": switch, "file": _shown(caller.f_code.co_filename), "line": caller.f_lineno}
            if not any(place.items() <= known.items() for known in self.fired):
                self.fired.append({**place, "event": len(self.log)})
        return True

    def tell(self, event: str, **fields: Data) -> None:
        """Something happened. A field that is called like a word of Python is written with a line after it: `from_`."""
        if self.events and event not in self.events:
            raise KeyError(unknown("event", event, list(self.events)))
        self.log.append({event: plain({name.rstrip("_"): value for name, value in fields.items()})})

    def refuse(self, code: str = "", rule: str = "") -> NoReturn:
        """The rules forbid what this step wants: `code` is a word of yours, `rule` a switch or a rule line. Both may be
        left out where the reason is not known. Nothing may have changed before."""
        raise Refused(code, self.switches[rule][0] if rule in self.switches else rule)

    def answer(self, answer: Data) -> None:
        """What an `ask` step returns."""
        self.log.append({"answered": {"step": self.at_step, "answer": plain(answer)}})

    def ask(self, who: str, what: str, why: str) -> None:
        """This step gave a decision that somebody had to make; `truthsayer explain` tells it."""
        self.asked.append({"who": who, "what": what, "why": why, "step": self.at_step, "event": len(self.log)})

    def note(self, text: str) -> None:
        """A remark that is shown and never judged."""
        self.notes.append({"step": self.at_step or None, "event": len(self.log), "text": text})

    def reading(self, name: str) -> str:
        """The value of a reading: chosen in `given.readings`, or its default."""
        return self._chosen[name]

    @classmethod
    def hello(cls) -> Dict[str, Data]:
        """What the engine tells about itself."""
        told: Dict[str, Data] = {"protocol": PROTOCOL, "engine": {"name": cls.name, "version": cls.version}}
        told.update(game=cls.game, supports=["without", *(["fired"] if cls.fires else [])] if cls.switches else [])
        told["switches"] = [{"name": n, "cite": cite, "quote": quote} for n, (cite, quote) in cls.switches.items()]
        if cls.events:
            own = {**cls.events, "refused": ["step", "code", "rule"], "answered": ["step", "answer"]}
            told["events"] = [{"name": event, "fields": list(fields)} for event, fields in own.items()]
        told.update({key: value for key in ("board", "readings", "observes") if (value := getattr(cls, key))})
        return told


def plain(data: Data) -> Data:
    """A copy as plain data, so that what is told does not change with the game afterwards."""
    kind = type(data)
    if kind in _IMMUTABLE:
        return data
    if kind is list:
        return [plain(item) for item in data]
    if kind is dict and all(type(name) is str for name in data):
        return {name: plain(value) for name, value in data.items()}
    try:
        return json.loads(json.dumps(data, allow_nan=False))
    except TypeError:
        return _copied(data)


def _copied(data: Data) -> Data:
    """The same for data with decimals and dates, which the library does not know."""
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
    """Plain data as JSON. Decimals keep every digit."""
    try:
        return json.dumps(data, separators=(",", ":"))
    except TypeError:
        pass
    if isinstance(data, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{_written(value)}" for name, value in data.items()) + "}"
    return "[" + ",".join(map(_written, data)) + "]" if isinstance(data, list) else str(data)


@functools.lru_cache(maxsize=None)
def _shown(file: str) -> str:
    """A source file as documents will show it: below the folder the engine was started in, or by its name alone."""
    path = os.path.relpath(os.path.join(_START, file), _START).replace(os.sep, "/")
    return path.rsplit("/", 1)[-1] if path.startswith("..") else path


def _frames(error: BaseException) -> List[traceback.FrameSummary]:
    """The calls in the engine's own source, the innermost last. Frames of this file and of Python's library are skipped, and
    those of installed packages unless there are no others."""
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
    """Plays one step. What the rules forbid is told in the log, and the play goes on."""
    kinds = game._steps
    kind, data = node.only(*sorted(kinds))
    method, fields = kinds[kind]
    try:
        method(game, data.fields(*fields) if fields else data)
    except Refused as refusal:
        told = {"step": game.at_step, "code": refusal.code, "rule": refusal.rule}
        game.log.append({"refused": {key: value for key, value in told.items() if value}})


def _answer(kind: Type[Game], task: Dict[str, Data]) -> Dict[str, Data]:
    """Plays a task: whatever happens is an answer."""
    number, at = task["id"], 0
    game = kind(task.get("without", []))
    try:
        for switch in game.without:
            if switch not in kind.switches:
                raise Invalid("without", unknown("switch", switch, list(kind.switches)))
        _set_up(game, task["given"])
        before = plain(game.state())
        for index, data in enumerate(task["when"]):
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
        traceback.print_exc()
        why = f"{type(error).__name__}: {error}"
        crashed = {"id": number, "why": why, "at": _thrown_at(error), "step": at, "trace": _trace(error)}
        return {"crashed": {key: value for key, value in crashed.items() if value}}


def _refusals(log: Iterable[Mapping[str, Data]]) -> str:
    """After a refusal a script rarely fits, so that is told with the complaint."""
    refused = [event["refused"] for event in log if "refused" in event]
    return "".join(f"; step {it['step']} was refused with `{it.get('code', 'no reason')}`" for it in refused)


def _read(line: Union[str, bytes]) -> Tuple[Data, List[str]]:
    """What a line says, and the numbers in it that Python cannot hold. Numbers with a fraction are exact decimals."""
    unheld: List[str] = []

    def number(text: str) -> Decimal:
        try:
            return Decimal(text)
        except InvalidOperation:
            unheld.append(text)
            return Decimal(0)

    return json.loads(line, parse_float=number), unheld


def answer(kind: Type[Game], line: Union[str, bytes]) -> Optional[Dict[str, Data]]:
    """The answer to a line; None when there are no more questions."""
    try:
        said, unheld = _read(line)
        ((message, body),) = said.items()
        if message == "play" and unheld:
            # A result computed from another number than the task has would say nothing about the rules.
            return {"unsupported": {"id": body["id"], "why": f"Python cannot hold the number {unheld[0][:40]}"}}
        if message == "play":
            task = {"given": body["given"], "when": list(body["when"]), "id": body["id"]}
            return _answer(kind, {**task, "without": list(body.get("without", []))})
        if message == "hello" and body["protocol"] < PROTOCOL:
            return {"unknown": {"why": f"there is no protocol {body['protocol']}; this engine speaks {PROTOCOL}"}}
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        return {"unknown": {"why": f"this line cannot be read: {error}"}}
    if message == "bye":
        return None
    return {"hello": kind.hello()} if message == "hello" else {"unknown": {"why": f"there is no message `{message}`"}}


def serve(kind: Type[Game], source: Optional[BinaryIO] = None, sink: Optional[BinaryIO] = None) -> None:
    """Answers every line of stdin on stdout until `bye` or the end. What the game prints goes to its log, stderr."""
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
