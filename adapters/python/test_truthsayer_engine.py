"""Unit tests of the adapter: its answers to any line, for any behaviour of the game."""
import io
import json
import unittest

import truthsayer_engine as engine
from truthsayer_engine import Game, Node, Unsupported, answer, step


class Heap(Game):
    name, version, game = "heap", "1.0", "heap"
    switches = {"few": ("heap/heap.md:1", "at most three"), "odd": ("heap/heap.md:2", "odd")}
    events = {"took": ["stones", "from"]}
    readings = ({"name": "zero", "values": ["allowed", "forbidden"], "default": "allowed", "about": "…"},)
    observes = {"events": ["took"], "refusals": "bare", "state": ["heap"], "answers": []}
    board = {"at": "board", "columns": ["a"], "rows": ["1"], "empty": "none", "sides": ["one", "two"], "grounds": []}

    def set_up(self, given):
        self.heap = [given.fields("heap").get("heap", 9).number(0, 99)]

    def state(self):
        return {"heap": self.heap}

    @step()
    def take(self, data):
        stones = data.number(0, 9)
        self.forbid(stones > 3, "too_many", "few")
        if stones == 0 and self.reading("zero") == "forbidden":
            self.refuse()
        self.heap[0] -= stones
        self.tell("took", stones=stones, from_="heap")
        if self.upholds("few") and self.upholds("odd"):
            self.note("fine")

    @step("how", "what", name="break")
    def break_(self, data):
        how = data.need("how").one_of("way to break", ["raise", "state", "event", "switch", "print", "unsupported", "library"])
        if how == "raise":
            raise ValueError("no such thing")
        if how == "state":
            self.heap = {1, 2}
        if how == "event":
            self.tell("tokk")
        if how == "library":
            json.loads("{")
        if how == "switch":
            self.upholds("fwe")
        if how == "print":
            print("hello")
        if how == "unsupported":
            raise Unsupported("not this")

    @step("all")
    def ask(self, data):
        self.answer(self.heap)


def line_of(code):
    """The first line of this file that holds this code."""
    with open(__file__, encoding="utf-8") as source:
        return next(number for number, line in enumerate(source, 1) if line.strip().startswith(code))


def play(*when, given=None, without=()):
    task = {"id": 7, "given": {} if given is None else given, "when": list(when), "without": list(without)}
    return answer(Heap, json.dumps({"play": task}))


class Playing(unittest.TestCase):
    def test_a_run_returns_both_states_the_log_and_the_switches_that_fired(self):
        played = play({"take": 2}, {"ask": {"all": True}})["played"]
        self.assertEqual(played["id"], 7)
        self.assertEqual((played["before"], played["after"]), ({"heap": [9]}, {"heap": [7]}))
        took = {"took": {"stones": 2, "from": "heap"}}
        self.assertEqual(played["log"], [took, {"answered": {"step": 2, "answer": [7]}}])
        self.assertEqual([(it["switch"], it["event"]) for it in played["fired"]], [("few", 1), ("odd", 1)])
        self.assertTrue(all(it["file"] == "test_truthsayer_engine.py" and it["line"] > 0 for it in played["fired"]))
        self.assertEqual(played["notes"], [{"step": 1, "event": 1, "text": "fine"}])

    def test_a_place_fires_once(self):
        self.assertEqual(len(play({"take": 1}, {"take": 1})["played"]["fired"]), 2)

    def test_a_refusal_is_logged_and_the_run_continues(self):
        played = play({"take": 5}, {"take": 1})["played"]
        self.assertEqual(played["log"][0], {"refused": {"step": 1, "code": "too_many", "rule": "heap/heap.md:1"}})
        self.assertEqual(played["after"], {"heap": [8]})
        self.assertEqual(played["fired"][0]["event"], 0)

    def test_a_switch_that_is_off_neither_forbids_nor_fires(self):
        played = play({"take": 5}, without=["few"])["played"]
        self.assertEqual(played["after"], {"heap": [4]})
        self.assertNotIn("fired", played)

    def test_a_reading_is_chosen_and_a_refusal_may_be_bare(self):
        self.assertEqual(play({"take": 0})["played"]["log"][0]["took"]["stones"], 0)
        log = play({"take": 0}, given={"readings": {"zero": "forbidden"}})["played"]["log"]
        self.assertEqual(log, [{"refused": {"step": 1}}])
        self.assertEqual(play(given={"readings": {"zero": "no"}})["invalid"]["at"], "given.readings.zero")
        self.assertEqual(play(given={"readings": {"zeo": "no"}})["invalid"]["at"], "given.readings.zeo")


class Complaining(unittest.TestCase):
    def invalid(self, *when, **rest):
        return play(*when, **rest)["invalid"]

    def test_the_path_names_the_wrong_value(self):
        for when, given, at in [
            ([], {"hepa": 1}, "given.hepa"),
            ([], {"heap": "many"}, "given.heap"),
            ([], {"heap": True}, "given.heap"),
            ([], {"heap": 1.5}, "given.heap"),
            ([], [], "given"),
            ([{"take": "two"}], {}, "when[0].take"),
            ([{"take": 1}, {"tkae": 1}], {}, "when[1].tkae"),
            ([{"take": 1, "ask": {}}], {}, "when[0]"),
            (["take"], {}, "when[0]"),
            ([{"break": {}}], {}, "when[0].break"),
            ([{"break": {"haw": 1}}], {}, "when[0].break.haw"),
            ([{"break": {"how": "gently"}}], {}, "when[0].break.how"),
        ]:
            with self.subTest(at=at, when=when):
                self.assertEqual(self.invalid(*when, given=given)["at"], at)

    def test_the_nearest_name_is_suggested(self):
        self.assertEqual(self.invalid(given={"hepa": 1})["why"], "no key is called `hepa`; nearest is `heap`")
        self.assertEqual(self.invalid(without=["fwe"])["at"], "without")

    def test_a_complaint_lists_earlier_refusals(self):
        why = self.invalid({"take": 5}, {"take": "two"})["why"]
        self.assertEqual(why, "expected a whole number from 0 to 9, found `two`; step 1 was refused with `too_many`")

    def test_nodes_read_lists_and_maps(self):
        node = Node({"list": [1, "two"], "map": {"b": 1, "a": False}}, "given")
        self.assertEqual([item.path for item in node.need("list").items()], ["given.list[0]", "given.list[1]"])
        self.assertEqual([name for name, _ in node.need("map").pairs()], ["a", "b"])
        self.assertIs(node.need("map").get("a").flag(), False)
        self.assertTrue(node.has("map") and not node.has("mop"))
        self.assertEqual(node.need("list").items()[1].text(), "two")
        for wrong in (node.text, node.flag, node.items, node.need("list").pairs, lambda: node.need("gone")):
            self.assertRaises(engine.Invalid, wrong)


class Failing(unittest.TestCase):
    def setUp(self):
        self.kept, engine.sys.stderr = engine.sys.stderr, io.StringIO()

    def tearDown(self):
        engine.sys.stderr = self.kept

    def test_an_exception_is_reported_with_its_message_and_step(self):
        crashed = play({"take": 1}, {"break": {"how": "raise"}})["crashed"]
        at = f"test_truthsayer_engine.py:{line_of('raise ValueError')}"
        trace = [f'{at} in break_: raise ValueError("no such thing")']
        self.assertEqual(crashed, {"id": 7, "why": "ValueError: no such thing", "at": at, "step": 2, "trace": trace})

    def test_mistakes_in_an_engine_are_reported_at_their_line(self):
        for how, words, code in [
            ("state", "TypeError", None),
            ("event", "nearest is `took`", 'self.tell("tokk")'),
            ("switch", "nearest is `few`", 'self.upholds("fwe")'),
            ("library", "JSONDecodeError", 'json.loads("{")'),
        ]:
            with self.subTest(how=how):
                crashed = play({"break": {"how": how}})["crashed"]
                self.assertIn(words, crashed["why"])
                at = code and f"test_truthsayer_engine.py:{line_of(code)}"
                self.assertEqual(crashed.get("at"), at)

    def test_unsupported_has_its_reason(self):
        self.assertEqual(play({"break": {"how": "unsupported"}}), {"unsupported": {"id": 7, "why": "not this"}})


class Bill(Game):
    """A step is called like each method of `Game` that an engine calls, and amounts and days are exact."""

    name, version, game = "bill", "1.0", "bill"

    def set_up(self, given):
        self.sum, self.due = given.get("sum", 0).decimal(0, "99.99"), given.get("due", "2026-01-31").date()

    def state(self):
        return {"sum": self.sum, "due": self.due, "lines": [(self.sum, 1)]}

    @step()
    def ask(self, data):
        self.ask("ann", "a price", "she pays")
        self.answer(data.decimal(-1, 1) + self.sum)

    @step()
    def answer(self, data):
        self.note(data.text())

    @step()
    def note(self, data):
        self.tell("noted", text=data.text())

    @step(name="state")
    def say_state(self, data):
        self.answer(self.state())


class Exact(unittest.TestCase):
    def played(self, given, *when):
        out = io.BytesIO()
        task = '{"play":{"id":7,"given":%s,"when":[%s]}}\n' % (given, ",".join(when))
        engine.serve(Bill, io.BytesIO(task.encode()), out)
        return out.getvalue().decode()

    def test_a_step_may_be_called_like_a_method_of_the_adapter(self):
        said = self.played("{}", '{"ask":0.1}', '{"answer":"a"}', '{"note":"b"}', '{"state":null}')
        played = json.loads(said)["played"]
        self.assertEqual([*played["log"][0]], ["answered"])
        self.assertEqual(played["asked"][0]["who"], "ann")
        self.assertEqual(played["notes"][0]["text"], "a")
        self.assertEqual(played["log"][1], {"noted": {"text": "b"}})
        self.assertEqual(played["log"][2]["answered"]["answer"]["due"], "2026-01-31")
        with self.assertRaisesRegex(TypeError, 'name="state"'):
            type("Odd", (Game,), {"state": step()(lambda self, data: None)})

    def test_decimals_keep_every_digit_and_dates_are_days(self):
        said = self.played('{"sum":0.10000000000000000001,"due":"2024-02-29"}', '{"ask":0.2}')
        self.assertIn('"answer":0.30000000000000000001', said)
        self.assertIn('"sum":0.10000000000000000001,"due":"2024-02-29","lines":[[0.10000000000000000001,1]]', said)
        for given, at in [('{"sum":100}', "sum"), ('{"sum":"1"}', "sum"), ('{"sum":true}', "sum"),
                          ('{"due":"2023-02-29"}', "due"), ('{"due":20230228}', "due"), ('{"due":"2023-2-8"}', "due")]:
            self.assertEqual(json.loads(self.played(given))["invalid"]["at"], f"given.{at}", given)
        for odd in [engine.Decimal("NaN"), {1, 2}, [engine.Decimal(1), object()]]:
            self.assertRaises((TypeError, ValueError), engine.plain, odd)


class Talking(unittest.TestCase):
    def test_numbers_are_exact_and_those_that_python_cannot_hold_are_unsupported(self):
        line = '{"play":{"id":7,"given":{"heap":%s},"when":[],"without":[]}}'
        why = answer(Heap, line % "1e9999999999999999999")["unsupported"]["why"]
        self.assertEqual(why, "Python cannot hold the number 1e9999999999999999999")
        for number in ["9007199254740993", "123456789012345678901234567890", "0.1", "1.50", "1e400", "-0.0", "2.5e-7"]:
            self.assertNotIn("unsupported", answer(Heap, line % number), number)
        self.assertEqual(engine.plain([2**64 + 1, 0.1 + 0.2]), [2**64 + 1, 0.30000000000000004])

    def test_hello_contains_the_declarations(self):
        hello = answer(Heap, '{"hello":{"protocol":1}}')["hello"]
        self.assertEqual(hello["supports"], ["without", "fired"])
        self.assertEqual([event["name"] for event in hello["events"]], ["took", "refused", "answered"])
        self.assertEqual(hello["switches"][0], {"name": "few", "cite": "heap/heap.md:1", "quote": "at most three"})
        self.assertEqual(hello["observes"]["refusals"], "bare")
        self.assertEqual(hello["board"]["at"], "board")
        self.assertEqual(hello["readings"][0]["name"], "zero")

    def test_invalid_lines_are_reported(self):
        for line in ["", "{", "[]", "7", '{"hello":{"protocol":0}}', '{"what":{}}', '{"play":{}}', "[" * 100000, b"\xff"]:
            self.assertIn("unknown", answer(Heap, line) or {}, line[:20])

    def test_the_loop_ends_with_bye_and_keeps_its_output_clean(self):
        tasks = [{"play": {"id": n, "given": {}, "when": [{"break": {"how": "print"}}]}} for n in (1, 2)]
        asked = "".join(json.dumps(task) + "\n" for task in [*tasks, {"bye": {}}, {"hello": {"protocol": 1}}])
        out = io.BytesIO()
        kept, engine.sys.stderr = engine.sys.stderr, io.StringIO()
        try:
            engine.serve(Heap, io.BytesIO(asked.encode()), out)
            self.assertEqual(engine.sys.stderr.getvalue(), "hello\nhello\n")
        finally:
            engine.sys.stderr = kept
        self.assertEqual([json.loads(line)["played"]["id"] for line in out.getvalue().splitlines()], [1, 2])


if __name__ == "__main__":
    unittest.main()
