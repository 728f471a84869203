// Steps through a run: one event of the log at a time, with the board as far as the log shows it.

let walking = null;

// The log with its moments, buttons to step, and the board if the game has one.
function run(item, known) {
  const own = new Set(known.switches.map((item) => item.name));
  const moments = new Set(item.fired.filter(([number, moment]) => moment > 0 && own.has(data.switches[number])).map(([, moment]) => Math.min(moment, item.log.length) - 1));
  const lines = item.log.map((line, index) => moments.has(index)
    ? make("li", { class: "moment", "aria-label": `the clause takes effect: ${line}` }, line) : make("li", {}, line));
  const place = make("span", { class: "place", role: "status" });
  const state = { item, lines, place, figure: null, at: 0, states: positions(item) };
  const move = (by) => () => { walking = state; step(by); };
  const step = (by) => show(state, Math.max(0, Math.min(item.log.length, state.at + by)));
  state.step = step;
  if (state.states) state.figure = make("div", {});
  const bar = make("p", { class: "stepper" },
    make("button", { type: "button", onclick: move(-1), "aria-label": "One event back" }, "←"),
    make("button", { type: "button", onclick: move(1), "aria-label": "One event on" }, "→"), place);
  const box = make("section", { class: "run" }, make("h4", {}, "Log"), bar, state.figure, make("ol", { class: "log" }, lines));
  box.addEventListener("click", () => { walking = state; });
  show(state, 0);
  if (!walking || !document.contains(walking.place)) walking = state;
  return box;
}

// The arrow keys step through the run that was used last.
function walk(by) {
  if (!walking || !document.contains(walking.place)) return false;
  walking.step(by);
  walking.place.closest(".run").scrollIntoView({ block: "nearest" });
  return true;
}

function show(state, at) {
  state.at = at;
  const last = state.item.log.length;
  state.place.textContent = at === 0 ? `before the first of ${last} ${last === 1 ? "event" : "events"}` : `event ${at} of ${last}`;
  state.lines.forEach((line, index) => {
    line.classList.toggle("now", index === at - 1);
    line.classList.toggle("later", at > 0 && index >= at);
  });
  if (!state.figure) return;
  const { note, boards, marked } = state.states;
  const final = at === 0 && marked[last].size;
  state.figure.replaceChildren(make("figure", { class: "boards" },
    board(note, boards[at], final ? marked[last] : marked[at], at === 0 ? (final ? "before" : "") : at === last ? "after" : `after event ${at}`),
    final ? board(note, boards[last], marked[last], "after") : "", legend(note)));
}

// The board before the first event and after each event. A square changes with the first event that names it, otherwise
// with the last event. So the first and the last board are exact, and those between are derived from the log.
function positions(item) {
  const note = data.boards[item.id.split("/")[0]];
  if (item.board == null || !note) return null;
  const before = new Map(item.board.split(" ").filter(Boolean).map((part) => part.split(":")));
  const changes = item.changes.filter(([path]) => path.startsWith(note.at + ".")).map(([path, , is]) => [path.slice(note.at.length + 1), is.replace(/^"|"$/g, "")]);
  const last = item.log.length;
  const boards = [before];
  const marked = [new Set()];
  const names = (line, square) => new RegExp(`(^|[^a-z0-9])${square}([^a-z0-9]|$)`, "i").test(line);
  const when = changes.map(([square]) => {
    const at = item.log.findIndex((line) => names(line, square));
    return at < 0 ? last : at + 1;
  });
  for (let at = 1; at <= last; at++) {
    const now = new Map(boards[at - 1]);
    const here = new Set();
    changes.forEach(([square, piece], index) => {
      if (when[index] !== at) return;
      here.add(square);
      if (piece === note.empty) now.delete(square);
      else now.set(square, piece);
    });
    boards.push(now);
    marked.push(here);
  }
  marked[last] = new Set(changes.map(([square]) => square));
  return { note, boards, marked };
}
