"use strict";

// Builds elements from text nodes, so that no title or log line becomes markup.
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
  // Print unfolded details.
  window.addEventListener("beforeprint", () => { for (const box of document.querySelectorAll("#legend, #problems details")) box.open = true; });
  follow();
}

// The address holds the clause and the filters: `#dune/battle.md:23.2?search=lasgun&game=dune&without=excluded`.
function address() {
  const [id, query] = location.hash.slice(1).split("?");
  let decoded = id;
  try { decoded = decodeURIComponent(id); } catch { /* Keep the text as typed. */ }
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

// Filters change the address without a new history entry.
function choose() {
  filter();
  history.replaceState(null, "", link(address().id) === "#" ? location.pathname + location.search : link(address().id));
}

// Sets the filters from the address.
function recall(query) {
  for (const name of ["search", "game", "category"]) document.getElementById(name).value = query.get(name) || "";
  const off = new Set((query.get("without") || "").split(","));
  for (const box of document.querySelectorAll("input[name=grade]")) box.checked = !off.has(box.value);
  const differs = document.getElementById("differs");
  if (differs) differs.checked = query.has("differs");
  filter();
}

// The data holds each text once; scenarios refer to texts by number.
function scenarioData(at) {
  const [id, title, [base, ...given], when, then, log, changes, fired, board] = data.scenarios[at];
  const texts = (numbers) => numbers.map((number) => data.texts[number]);
  // A scenario without an outcome has only a verdict.
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
  dead.textContent = known ? "" : `This link is dead: no clause has the address ${id}.`;
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
  // Keep the clause visible: on a phone the panel covers the lower part.
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
  // The lead-in of a list item is shown above the list.
  const words = `${clause.dataset.lead ?? ""} ${clause.querySelector(".words").textContent}`.trim();
  const parts = [
    make("button", { class: "close", onclick: close, "aria-label": "Close the evidence" }, "Close"),
    make("p", {}, make("b", {}, id), known.rule ? ` · ${known.rule}` : ""),
    make("h2", {}, words),
    make("p", {}, make("span", { class: `badge g-${grade}` }, clause.querySelector("sup").textContent + " " + grade),
      known.evidence ? ` · ${known.evidence}` : "", known.observed ? ` · ${known.observed}` : ""),
  ];
  if (known.reading) parts.push(make("p", {}, `Graded under the reading ${known.reading}.`));
  if (known.weak) parts.push(make("details", {}, make("summary", {}, `Weak evidence (${known.weak.length})`),
    make("ul", {}, known.weak.map((note) => make("li", {}, note)))));
  if (known.sharp) parts.push(make("p", {}, `A claim on it fails on ${known.sharp}.`));
  if (known.blocked) parts.push(make("p", { class: "gap" }, "Its claims likely fail because of ",
    known.blocked.flatMap((other, index) => [index ? ", " : "", make("a", { href: link(other) }, other)]), ": fix that first."));
  parts.push(comparedClause(id, clause));
  if (known.failed) parts.push(make("p", { class: "gap" }, `A scenario that cites this clause could not be judged: ${known.failed}.`));
  if (known.reason) parts.push(make("p", {}, `Excluded: ${known.reason}.`));
  if (known.was) {
    parts.push(make("p", { class: "gap" }, `✏️ Its words changed (${known.class}) since the last review, and the change is not accepted.`));
    parts.push(make("table", {}, make("tr", {}, make("td", {}, "was"), make("td", {}, make("del", {}, known.was))),
      make("tr", {}, make("td", {}, "is"), make("td", {}, make("ins", {}, words)))));
  }
  if (known.gap) parts.push(make("p", { class: "gap" }, `⚠️ ${known.gap}.`));
  if (known.unsupported) parts.push(make("p", { class: "gap" }, `The engine does not support a scenario that cites this clause: ${known.unsupported}.`));
  // A failing run explains more than a mutant, so it comes first.
  const failing = shortestFirst(known.claims.filter(([at, , holds]) => at != null && holds === false));
  const others = known.claims.filter((claim) => !failing.includes(claim));
  if (failing.length) parts.push(...claimList("Failing claims", failing, known, true));
  parts.push(...known.switches.map(mutant));
  if (others.length || !failing.length) parts.push(...claimList(failing.length ? "Other claims" : "Claims", others, known, !failing.length));
  return parts;
}

function claimList(title, claims, known, unfolded) {
  const parts = [make("h3", {}, `${title} (${claims.length})`)];
  if (!claims.length) parts.push(make("p", {}, "No scenario cites this clause."));
  const notRun = claims.filter(([at]) => at == null).length;
  if (notRun) parts.push(make("p", {}, `Not run: ${notRun} of these claims.`));
  return parts.concat(claims.map((claim, index) => scenario(claim, known, unfolded && index === 0)));
}

// By the number of steps; equal ones keep their order.
function shortestFirst(claims) {
  const steps = ([at]) => data.scenarios[at][3].length;
  return [...claims].sort((a, b) => steps(a) - steps(b));
}

// Expected and actual of one claim.
function failures(at, claim) {
  const own = (data.failures[at] || []).filter(([number]) => number === claim || number == null);
  if (!own.length) return [];
  const rows = own.map(([, subject, expected, actual, remark]) => make("tr", {}, make("td", { class: "path" }, broken(subject)),
    make("td", {}, expected), make("td", { class: "bad" }, actual, remark ? ` (${remark})` : "")));
  return [make("h4", {}, "Expected and actual"), make("table", {},
    make("tr", {}, make("th", {}, "subject"), make("th", {}, "expected"), make("th", {}, "actual")), rows)];
}

function mutant(item) {
  const parts = [make("h3", {}, "Switch ", make("code", {}, item.name))];
  if (item.first) {
    const [at, subject, expected, actual] = item.first;
    const claims = item.killed_by === 1 ? "1 claim fails" : `${item.killed_by} claims fail`;
    parts.push(make("p", {}, `With it off, ${claims}. In ${scenarioData(at).id}:`));
    parts.push(make("table", {}, make("tr", {}, make("th", { colspan: 2 }, broken(subject))),
      make("tr", {}, make("td", {}, "expected"), make("td", {}, expected)),
      make("tr", {}, make("td", {}, "got"), make("td", { class: "bad" }, actual))));
  }
  if (item.why) parts.push(make("p", { class: "bad" }, item.why));
  if (item.code.length)
    parts.push(make("p", {}, "Implemented in ", item.code.flatMap((place, index) => [index ? ", " : "", make("code", {}, place)]), "."));
  return make("section", {}, parts);
}

function scenario([at, claim, holds], known, unfolded) {
  if (at == null) return "";
  const item = scenarioData(at);
  const sign = holds === true ? "☑️ passes:" : holds === false ? "❌ fails:" : item.verdict === "unsupported" ? "⚠️ unsupported:" : "⚠️ not judged:";
  const box = make("details", {}, make("summary", {}, `${sign} ${item.title}`));
  const fill = () => {
    if (box.childElementCount > 1) return;
    const [cite, quote, ...expected] = item.then[claim];
    box.append(
      make("p", {}, make("code", {}, item.id)),
      make("h4", {}, "Set-up"), make("ul", {}, item.given.map((line) => make("li", {}, line))),
      item.base ? make("details", { class: "base" }, make("summary", {}, "Whole set-up of the fixtures"), make("pre", {}, item.base)) : "",
      make("h4", {}, "Steps"), make("ol", { class: "steps" }, item.when.map((step) => make("li", {}, step))),
      make("h4", {}, holds === false ? "Expected" : "Result"), make("p", {}, `By ${cite}, “${quote}”:`), make("ul", {}, expected.map((text) => make("li", {}, coded(text)))),
      ...(data.compared && data.compared.scenarios[at] ? [] : failures(at, claim)), ...comparedScenario(at, claim),
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
  const sign = (isUpper, otherwise) => (glyphs.length
    ? glyphs.filter(([piece]) => /[A-Z]/.test(piece) === isUpper).map(([, glyph]) => glyph).join("") : otherwise);
  return make("figcaption", {}, grounds, make("span", { class: "square upper" }, `${sign(true, "UPPER CASE")} ${upper}`),
    make("span", { class: "square lower" }, `${sign(false, "lower case")} ${lower}`));
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

// Allows line breaks after the dots of a path.
function broken(path) {
  return path.split(/(?<=\.)/).flatMap((part, index) => (index ? [make("wbr"), part] : [part]));
}

// Text between backticks becomes code.
function coded(text) {
  return text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));
}

function changed(item) {
  if (!item.log) return [];
  const rows = item.changes.map(([path, before, after]) =>
    make("tr", {}, make("td", { class: "path" }, broken(path)), make("td", {}, before), make("td", {}, after)));
  return [
    make("h4", {}, "Changes"),
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
