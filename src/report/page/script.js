"use strict";

// Everything is built with text nodes, so that no title or log line can become markup.
function make(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props || {})) {
    if (key === "class") node.className = value;
    else if (key === "onclick") node.addEventListener("click", value);
    else node.setAttribute(key, value);
  }
  for (const child of children.flat()) if (child != null && child !== "") node.append(child);
  return node;
}

let data, clauses, current = null;

function start() {
  data = JSON.parse(document.getElementById("data").textContent);
  clauses = [...document.querySelectorAll(".clause")];
  for (const clause of clauses) clause.dataset.words = haystack(clause);
  document.getElementById("filters").addEventListener("input", choose);
  document.getElementById("filters").addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", key);
  window.addEventListener("hashchange", follow);
  // On paper nothing can be unfolded.
  window.addEventListener("beforeprint", () => { for (const box of document.querySelectorAll("#legend, #problems details")) box.open = true; });
  follow();
}

// The address holds what is chosen: `#dune/battle.md:23.2?search=lasgun&game=dune&without=excluded`.
function address() {
  const [id, query] = location.hash.slice(1).split("?");
  let decoded = id;
  try { decoded = decodeURIComponent(id); } catch { /* It stays as it was typed. */ }
  return { id: decoded, query: new URLSearchParams(query || "") };
}

function chosen() {
  const query = new URLSearchParams();
  for (const name of ["search", "game", "category"]) {
    const value = document.getElementById(name).value;
    if (value) query.set(name, value);
  }
  const off = [...document.querySelectorAll("input[name=grade]:not(:checked)")].map((box) => box.value);
  if (off.length) query.set("without", off.join(","));
  const differs = document.getElementById("differs");
  if (differs && differs.checked) query.set("differs", "1");
  return query.toString();
}

function link(id) {
  const query = chosen();
  return "#" + encodeURI(id) + (query ? "?" + query : "");
}

// What somebody types or ticks is in the address at once, and adds no page to go back to.
function choose() {
  filter();
  history.replaceState(null, "", link(address().id) === "#" ? location.pathname + location.search : link(address().id));
}

// And what the address holds is chosen.
function recall(query) {
  for (const name of ["search", "game", "category"]) document.getElementById(name).value = query.get(name) || "";
  const off = new Set((query.get("without") || "").split(","));
  for (const box of document.querySelectorAll("input[name=grade]")) box.checked = !off.has(box.value);
  const differs = document.getElementById("differs");
  if (differs) differs.checked = query.has("differs");
  filter();
}

// Most texts recur, so the data holds each of them once and scenarios name them by number.
function told(at) {
  const [id, title, [base, ...given], when, then, log, changes, fired, board] = data.scenarios[at];
  const texts = (numbers) => numbers.map((number) => data.texts[number]);
  // Of a scenario that was not played there is only the verdict.
  if (typeof log === "string") return { id, title, base: data.texts[base], given: texts(given), when: texts(when), then: then.map(texts), verdict: log };
  return {
    id, title, base: data.texts[base], given: texts(given), when: texts(when), then: then.map(texts),
    log: log && texts(log), changes: log && grouped(texts(changes), 3), fired: log && grouped(fired, 2),
    board: board == null ? null : data.texts[board],
  };
}

function grouped(list, size) {
  return Array.from({ length: list.length / size }, (_, row) => list.slice(row * size, (row + 1) * size));
}

function follow() {
  const { id, query } = address();
  recall(query);
  const dead = document.getElementById("dead");
  const known = !id || data.clauses[id] || document.getElementById(id);
  dead.hidden = Boolean(known);
  dead.textContent = known ? "" : `This link is dead: no sentence has the address ${id}.`;
  if (data.clauses[id]) open(id);
  else if (!known) { close(true); dead.scrollIntoView({ block: "center" }); }
  else if (!id) close(true);
}

function open(id) {
  const clause = document.getElementById(id);
  for (const other of document.querySelectorAll(".chosen")) other.classList.remove("chosen");
  clause.classList.add("chosen");
  clause.hidden = false;
  clause.closest(".rule").hidden = false;
  clause.closest(".file").hidden = false;
  current = clause;
  const panel = document.getElementById("evidence");
  panel.replaceChildren(...evidence(id, clause));
  panel.hidden = false;
  panel.scrollTop = 0;
  document.querySelector("main").classList.add("open");
  // Never under the edge, nor under the panel, which on a phone covers the lower part.
  const { top, bottom } = clause.getBoundingClientRect();
  const floor = panel.getBoundingClientRect().top > 0 && getComputedStyle(panel).position === "fixed"
    ? panel.getBoundingClientRect().top : window.innerHeight;
  if (top < 16 || bottom > floor - 16) clause.scrollIntoView({ block: floor < window.innerHeight ? "start" : "center" });
}

function close(stays) {
  document.getElementById("evidence").hidden = true;
  document.querySelector("main").classList.remove("open");
  for (const other of document.querySelectorAll(".chosen")) other.classList.remove("chosen");
  if (stays === true) return;
  if (location.hash) history.replaceState(null, "", link("") === "#" ? location.pathname + location.search : link(""));
  if (current) current.focus();
}

function evidence(id, clause) {
  const known = data.clauses[id];
  const grade = clause.dataset.grade;
  const words = clause.querySelector(".words").textContent;
  const parts = [
    make("button", { class: "close", onclick: close, "aria-label": "Close the evidence" }, "Close"),
    make("p", {}, make("b", {}, id), known.rule ? ` · ${known.rule}` : ""),
    make("h2", {}, words),
    make("p", {}, make("span", { class: `badge g-${grade}` }, clause.querySelector("sup").textContent + " " + grade),
      known.observed ? ` · ${known.observed}` : ""),
  ];
  if (known.reading) parts.push(make("p", {}, `It is graded under the reading ${known.reading}.`));
  if (known.foil) parts.push(make("p", {}, `A claim on it deviates on ${known.foil}, which lacks it.`));
  if (known.obscured) parts.push(make("p", { class: "gap" }, "It could not be judged. What fails here is likely because of ",
    known.obscured.flatMap((other, index) => [index ? ", " : "", make("a", { href: link(other) }, other)]), ": fix that first."));
  parts.push(comparedClause(id, clause));
  if (known.failed) parts.push(make("p", { class: "gap" }, `A scenario that cites this could not be judged: ${known.failed}.`));
  if (known.reason) parts.push(make("p", {}, `Excluded: ${known.reason}.`));
  if (known.was) {
    parts.push(make("p", { class: "gap" }, `✎ Its words changed (${known.class}) since they were reviewed, and the change is not accepted yet.`));
    parts.push(make("table", {}, make("tr", {}, make("td", {}, "it said"), make("td", {}, make("del", {}, known.was))),
      make("tr", {}, make("td", {}, "it says"), make("td", {}, make("ins", {}, words)))));
  }
  if (known.gap) parts.push(make("p", { class: "gap" }, `⚠️ ${known.gap}.`));
  if (known.unsupported) parts.push(make("p", { class: "gap" }, `The engine does not support a scenario that cites this: ${known.unsupported}.`));
  parts.push(...known.switches.map(knockout));
  parts.push(make("h3", {}, `Claims (${known.claims.length})`));
  if (!known.claims.length) parts.push(make("p", {}, "No scenario cites this sentence."));
  const unplayed = known.claims.filter(([at]) => at == null).length;
  if (unplayed) parts.push(make("p", {}, `Not run: ${unplayed} of these claims.`));
  parts.push(...worstFirst(known.claims).map((claim, index) => scenario(claim, known, index === 0)));
  return parts;
}

// What fails comes first, and of that the shortest; the rest stays in its order.
function worstFirst(claims) {
  const steps = ([at, , holds]) => (holds === false && at != null ? data.scenarios[at][3].length : Infinity);
  return claims.map((claim, index) => [claim, index]).sort(([a, i], [b, j]) => (steps(a) === steps(b) ? i - j : steps(a) - steps(b))).map(([claim]) => claim);
}

// What was expected and what was found instead, for one claim.
function deviations(at, claim) {
  const own = (data.deviations[at] || []).filter(([number]) => number === claim || number == null);
  if (!own.length) return [];
  const rows = own.map(([, subject, expected, actual, remark]) => make("tr", {}, make("td", { class: "path" }, broken(subject)),
    make("td", {}, expected), make("td", { class: "bad" }, actual, remark ? ` (${remark})` : "")));
  return [make("h4", {}, "What is not as claimed"), make("table", {},
    make("tr", {}, make("th", {}, "about"), make("th", {}, "expected"), make("th", {}, "found")), rows)];
}

function knockout(item) {
  const parts = [make("h3", {}, "Switch ", make("code", {}, item.name))];
  if (item.first) {
    const [at, subject, expected, actual] = item.first;
    const claims = item.noticed === 1 ? "1 claim fails" : `${item.noticed} claims fail`;
    parts.push(make("p", {}, `With it off, ${claims}. In ${told(at).id}:`));
    parts.push(make("table", {}, make("tr", {}, make("th", { colspan: 2 }, broken(subject))),
      make("tr", {}, make("td", {}, "expected"), make("td", {}, expected)),
      make("tr", {}, make("td", {}, "without it"), make("td", { class: "bad" }, actual))));
  }
  if (item.why) parts.push(make("p", { class: "bad" }, item.why));
  if (item.code.length)
    parts.push(make("p", {}, "It takes effect in ", item.code.flatMap((place, index) => [index ? ", " : "", make("code", {}, place)]), "."));
  return make("section", {}, parts);
}

function scenario([at, claim, holds], known, unfolded) {
  if (at == null) return "";
  const item = told(at);
  const sign = holds === true ? "✓ holds:" : holds === false ? "✗ fails:" : item.verdict === "unsupported" ? "– unsupported:" : "? not judged:";
  const box = make("details", {}, make("summary", {}, `${sign} ${item.title}`));
  const fill = () => {
    if (box.childElementCount > 1) return;
    const [cite, quote, ...expected] = item.then[claim];
    box.append(
      make("p", {}, make("code", {}, item.id)),
      make("h4", {}, "Given"), make("ul", {}, item.given.map((line) => make("li", {}, line))),
      item.base ? make("details", { class: "base" }, make("summary", {}, "The whole set-up it builds on"), make("pre", {}, item.base)) : "",
      make("h4", {}, "When"), make("ol", { class: "steps" }, item.when.map((step) => make("li", {}, step))),
      make("h4", {}, holds === false ? "Expected" : "Then"), make("p", {}, `By ${cite}, “${quote}”:`), make("ul", {}, expected.map((text) => make("li", {}, coded(text)))),
      ...(data.compared && data.compared.scenarios[at] ? [] : deviations(at, claim)), ...comparedScenario(at, claim),
      ...(item.log ? [run(item, known)] : []), ...changed(item));
  };
  box.addEventListener("toggle", fill);
  if (unfolded) { box.open = true; fill(); }
  return box;
}

function tint(note, kind) {
  return `ground-${kind === note.grounds.length - 1 ? "last" : kind}`;
}

function legend(note) {
  const grounds = note.grounds.map((ground, kind) => make("span", { class: `swatch ${tint(note, kind)}` }, ground.name));
  const [upper, lower] = note.sides;
  const glyphs = Object.entries(note.glyphs || {});
  const told = (isUpper, otherwise) => (glyphs.length
    ? glyphs.filter(([piece]) => /[A-Z]/.test(piece) === isUpper).map(([, glyph]) => glyph).join("") : otherwise);
  return make("figcaption", {}, grounds, make("span", { class: "square upper" }, `${told(true, "UPPER CASE")} ${upper}`),
    make("span", { class: "square lower" }, `${told(false, "lower case")} ${lower}`));
}

function board(note, pieces, changed, caption) {
  const head = make("tr", {}, make("td", {}), note.columns.map((name) => make("th", {}, name)));
  const rows = note.rows.map((row) => make("tr", {}, make("th", {}, row), note.columns.map((column) => {
    const square = column + row;
    const ground = note.grounds.findIndex((kind) => kind.squares.includes(square));
    const kind = ground < 0 ? note.grounds.length - 1 : ground;
    const piece = pieces.get(square) || "";
    const side = !piece ? "" : /[A-Z]/.test(piece) ? "upper" : "lower";
    const marks = ["square", tint(note, kind), side, piece.length > 3 ? "long" : "", changed.has(square) ? "changed" : ""];
    const what = `${square}: ${piece || note.empty}, ${note.grounds[kind].name}${changed.has(square) ? ", changed" : ""}`;
    return make("td", { class: marks.filter(Boolean).join(" "), title: what }, (note.glyphs || {})[piece] || piece);
  })));
  return make("table", { class: "board" }, caption ? make("caption", {}, caption) : "", head, rows);
}

// A path may be broken after its dots, and nowhere else unless it has to be.
function broken(path) {
  return path.split(/(?<=\.)/).flatMap((part, index) => (index ? [make("wbr"), part] : [part]));
}

// Names and values stand between backticks.
function coded(text) {
  return text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));
}

function changed(item) {
  if (!item.log) return [];
  const rows = item.changes.map(([path, before, after]) =>
    make("tr", {}, make("td", { class: "path" }, broken(path)), make("td", {}, before), make("td", {}, after)));
  return [
    make("h4", {}, "What changed"),
    rows.length ? make("table", {}, make("tr", {}, make("th", {}, "state"), make("th", {}, "before"), make("th", {}, "after")), rows)
      : make("p", {}, "Nothing."),
  ];
}

function key(event) {
  const help = document.getElementById("help");
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "checkbox";
  if (event.key === "Escape") {
    if (help.open) return;
    if (typing) event.target.blur();
    else close();
    return;
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") { if (walk(event.key === "ArrowRight" ? 1 : -1)) event.preventDefault(); }
  else if (event.key === "/") { event.preventDefault(); document.getElementById("search").focus(); }
  else if (event.key === "?") help.showModal();
  else if (event.key === "j" || event.key === "k") step(event.key === "j" ? 1 : -1);
  else if (event.key === "Enter" && event.target.classList.contains("clause")) return;
  else if (event.key === "Enter" && current) location.hash = link(current.id);
}

function step(by) {
  const visible = clauses.filter((clause) => !clause.hidden);
  const here = visible.indexOf(current);
  const next = visible[here < 0 ? (by > 0 ? 0 : visible.length - 1) : here + by];
  if (!next) return;
  current = next;
  next.focus();
  if (!document.getElementById("evidence").hidden) location.hash = link(next.id);
}
