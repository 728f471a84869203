// Comparison with other runs: the grades of a clause, and the results of a scenario on which the runs differ.

function graded(grade, mark) {
  return grade == null ? "unknown" : mark == null ? grade : make("span", { class: `badge g-${grade}` }, `${mark} ${grade}`);
}

function comparedClause(id, clause) {
  if (!data.compared) return "";
  const [own, ...names] = data.compared.names;
  const sign = clause.querySelector("sup").textContent;
  const rows = [make("tr", {}, make("th", {}, own), make("td", {}, graded(clause.dataset.grade, sign)))];
  data.compared.clauses[id].forEach(([grade, mark, reworded], index) =>
    rows.push(make("tr", {}, make("th", {}, names[index]), make("td", {}, graded(grade, mark), reworded ? " (other words)" : ""))));
  return make("section", { class: "compared" }, make("h3", {}, "Compared"), make("table", {}, rows));
}

// Expected, and the result of each run.
function comparedScenario(at, claim) {
  if (!data.compared) return [];
  const { names, scenarios, otherwise } = data.compared;
  const parts = [];
  if (scenarios[at]) {
    const head = make("tr", {}, make("th", {}, "subject"), make("th", {}, "expected"), names.map((name) => make("th", {}, name)));
    const rows = scenarios[at].map(([number, subject, expected, said]) =>
      make("tr", { class: number === claim + 1 ? "own" : "" }, make("td", { class: "path" }, subject ? broken(subject) : "the verdict"), make("td", {}, expected),
        said.map(([fine, words]) => make("td", { class: fine === false ? "bad" : fine ? "" : "unknown" }, words))));
    parts.push(make("h4", {}, "Results of each run"), make("div", { class: "scroll" }, make("table", {}, head, rows)));
  }
  for (const [name, what, sides] of otherwise[at] || []) {
    parts.push(make("p", {}, `Same verdict, different outcome in ${name}: ${what}.`,
      sides ? "" : " The saved result does not hold both outcomes."));
    if (sides) parts.push(make("div", { class: "scroll" }, make("table", {}, [names[0], name].map((who, side) =>
      make("tr", {}, make("th", {}, who), make("td", {}, sides[side]))))));
  }
  return parts;
}
