"use strict";
const source = document.getElementById("data");
const queries = JSON.parse(source.textContent).queries;
const store = "privascope-judging-" + source.dataset.name;
const verdicts = load();
const cards = [];

function load() {
  try { return JSON.parse(localStorage.getItem(store)) || {}; } catch { return {}; }
}
function keep() {
  try { localStorage.setItem(store, JSON.stringify(verdicts)); } catch { /* the export still works */ }
}
function make(kind, words, name) {
  const made = document.createElement(kind);
  if (words !== undefined) made.textContent = words;
  if (name) made.className = name;
  return made;
}
function passage(one) {
  const quote = make("blockquote");
  one.pieces.forEach((piece, place) => quote.append(place % 2 ? make("mark", piece) : piece));
  const where = one.elsewhere ? "elsewhere on the page, not in the policy" : one.section;
  if (where) quote.append(" ", make("small", "› " + where));
  return quote;
}
function card(query, result) {
  const article = make("article");
  article.tabIndex = -1;
  const about = make("p", [result.domain, result.date, result.words.toLocaleString("en") + " words"].filter(Boolean).join(" · "), "about");
  if (/^https?:\/\//i.test(result.url)) {
    const link = make("a", "open the site");
    link.href = result.url;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    about.append(" · ", link);
  }
  article.append(make("h3", result.title), about);
  if (!result.passages.length) article.append(make("p", "No passage holds these words.", "about"));
  article.append(...result.passages.map(passage));
  const row = make("p", undefined, "verdict");
  const buttons = [["relevant (y)", 1], ["not relevant (n)", 0]].map(([words, value]) => {
    const button = make("button", words);
    button.addEventListener("click", () => judge(entry, value));
    row.append(button);
    return [button, value];
  });
  article.append(row);
  const entry = { key: query.id + " " + result.version, query: query.id, article, buttons };
  article.addEventListener("focusin", () => { current = cards.indexOf(entry); });
  cards.push(entry);
  return article;
}
function show(entry) {
  const verdict = verdicts[entry.key];
  entry.article.className = verdict === undefined ? "" : verdict ? "yes" : "no";
  for (const [button, value] of entry.buttons) button.setAttribute("aria-pressed", String(verdict === value));
}
function showProgress() {
  const done = cards.filter((entry) => entry.key in verdicts).length;
  document.getElementById("progress").textContent = done + " of " + cards.length + " judged";
  for (const link of document.querySelectorAll("nav a")) {
    const own = cards.filter((entry) => entry.query === link.dataset.query);
    const left = own.filter((entry) => !(entry.key in verdicts)).length;
    link.className = left ? "" : "done";
    link.textContent = link.dataset.text + (left ? " (" + left + ")" : own.length ? " ✓" : " (none found)");
  }
}
function judge(entry, value) {
  if (value === undefined) delete verdicts[entry.key]; else verdicts[entry.key] = value;
  keep();
  show(entry);
  showProgress();
}
let current = -1;
function go(place) {
  if (place < 0 || place >= cards.length) return;
  current = place;
  cards[place].article.focus();
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const entry = cards[current];
  if (event.key === "j") go(current + 1);
  else if (event.key === "k") go(current - 1);
  else if (entry && (event.key === "y" || event.key === "n")) {
    judge(entry, event.key === "y" ? 1 : 0);
    go(current + 1);
  } else if (entry && event.key === "u") judge(entry, undefined);
});
document.getElementById("next").addEventListener("click", () => {
  const place = cards.findIndex((entry, number) => number > current && !(entry.key in verdicts));
  go(place >= 0 ? place : cards.findIndex((entry) => !(entry.key in verdicts)));
});
document.getElementById("export").addEventListener("click", () => {
  const lines = cards.filter((entry) => entry.key in verdicts).map((entry) => entry.key.replace(" ", " 0 ") + " " + verdicts[entry.key]);
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/plain" }));
  link.download = "search.qrels";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});
const file = document.getElementById("file");
document.getElementById("import").addEventListener("click", () => file.click());
file.addEventListener("change", async () => {
  const known = new Map(cards.map((entry) => [entry.key, entry]));
  for (const line of (await file.files[0].text()).split("\n")) {
    const fields = line.trim().split(/\s+/);
    const entry = known.get(fields[0] + " " + fields[2]);
    if (entry && fields.length === 4) judge(entry, Number(fields[3]) > 0 ? 1 : 0);
  }
});
for (const query of queries) {
  const heading = make("h2", query.text + " ");
  heading.id = "query-" + query.id;
  heading.append(make("small", query.theme));
  const link = make("a");
  link.href = "#" + heading.id;
  link.dataset.query = query.id;
  link.dataset.text = query.text;
  document.getElementById("queries").append(link);
  document.getElementById("results").append(heading, ...query.results.map((result) => card(query, result)));
}
cards.forEach(show);
showProgress();
