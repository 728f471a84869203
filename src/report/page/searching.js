// Search and filters: which clauses are shown, which words are marked in them, and why they were found.

// The search covers the words of a clause, its address, and the titles of the scenarios that cite it.
function haystack(clause) {
  const known = data.clauses[clause.id];
  const titles = known.claims.map(([at]) => (at == null ? "" : data.scenarios[at].slice(0, 2).join(" ")));
  return [clause.id, clause.textContent, known.rule || "", ...titles].join(" ").toLowerCase();
}

function filter() {
  const words = document.getElementById("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const game = document.getElementById("game").value;
  const category = document.getElementById("category").value;
  const grades = new Set([...document.querySelectorAll("input[name=grade]:checked")].map((box) => box.value));
  const differs = document.getElementById("differs");
  const only = Boolean(differs && differs.checked);
  let found = 0;
  for (const clause of clauses) {
    const fits = grades.has(clause.dataset.grade)
      && (!only || clause.dataset.differs)
      && (!category || clause.dataset.category === category)
      && (!game || clause.closest(".file").dataset.game === game)
      && words.every((word) => clause.dataset.words.includes(word));
    clause.hidden = !fits;
    found += fits;
    light(clause, fits ? words : []);
  }
  for (const rule of document.querySelectorAll(".rule")) rule.hidden = !rule.querySelector(".clause:not([hidden])");
  for (const text of document.querySelectorAll(".beside")) text.hidden = found < clauses.length;
  for (const heading of document.querySelectorAll("h3")) heading.hidden = !followed(heading);
  for (const file of document.querySelectorAll(".file")) file.hidden = !file.querySelector(".clause:not([hidden])");
  document.getElementById("found").textContent = `${found} of ${clauses.length} clauses`;
}

// Whether a rule is shown under this heading.
function followed(heading) {
  if (!heading.closest("#rules")) return true;
  for (let next = heading.nextElementSibling; next && next.tagName !== "H3"; next = next.nextElementSibling)
    if (!next.hidden && next.classList.contains("rule")) return true;
  return false;
}

// Marks the search words in a clause. If the clause lacks one, adds where it was found.
function light(clause, words) {
  const text = clause.querySelector(".words");
  const plain = text.dataset.plain ?? (text.dataset.plain = text.innerHTML);
  const old = clause.querySelector(".reason");
  if (old) old.remove();
  if (!words.length) {
    if (text.dataset.lit) { text.innerHTML = plain; delete text.dataset.lit; }
    return;
  }
  // The original rendering, restored before words are marked again.
  text.innerHTML = plain;
  text.dataset.lit = "1";
  for (const node of textNodes(text)) markWords(node, words);
  const missing = words.filter((word) => !text.textContent.toLowerCase().includes(word));
  if (missing.length) clause.append(make("small", { class: "reason" }, reason(clause, missing)));
}

function textNodes(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}

function markWords(node, words) {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = node.textContent.split(new RegExp(`(${escaped.join("|")})`, "i"));
  if (parts.length === 1) return;
  node.replaceWith(...parts.map((part, index) => (index % 2 ? make("mark", {}, part) : part)));
}

// Where the words were found that the clause lacks, in one phrase if one place has all of them.
function reason(clause, words) {
  const known = data.clauses[clause.id];
  const titles = known.claims.filter(([at]) => at != null).map(([at]) => data.scenarios[at]);
  const places = [[clause.id, `its address ${clause.id}`], [known.rule || "", known.rule],
    ...titles.map(([id, title]) => [`${id} ${title}`, `the scenario “${title}”`])];
  const has = (text, word) => text.toLowerCase().includes(word);
  const together = places.find(([text]) => words.every((word) => has(text, word)));
  if (together) return `in ${together[1]}`;
  const found = words.map((word) => [word, places.find(([text]) => has(text, word))]);
  return found.filter(([, place]) => place).map(([word, place]) => `${word} in ${place[1]}`).join("; ");
}
