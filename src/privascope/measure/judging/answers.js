"use strict";
const items = JSON.parse(document.getElementById("data").textContent).items;
const sheet = document.body.dataset.name;
const at = (id) => document.getElementById(id);
let judge = "";
let place = 0;
let judged = {};

// An order that is the same for a judge and an item each time, and another for the next.
const number = (text) => [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)) >>> 0, 7);
const inOrder = (item) => {
  const mixed = (code) => number(`${code} ${judge} ${item.id} ${code}`);
  return [...item.answers].sort((one, other) => mixed(one.code) - mixed(other.code));
};
const keep = () => localStorage.setItem(`${sheet} ${judge}`, JSON.stringify(judged));
const say = (text) => { at("message").textContent = text; };

function show() {
  const item = items[place];
  const own = judged[item.id] || {};
  at("place").textContent = `Question ${place + 1} of ${items.length}.`;
  at("done").textContent = `${items.filter((one) => judged[one.id]?.decided).length} judged.`;
  at("question").textContent = item.question;
  at("policy").textContent = item.policy;
  at("answers").replaceChildren(...inOrder(item).map((answer, column) => {
    const box = document.createElement("section");
    box.className = own.best?.includes(answer.code) ? "answer best" : "answer";
    const title = document.createElement("h2");
    const choose = document.createElement("button");
    choose.textContent = `${column + 1}: this one is best`;
    choose.addEventListener("click", () => decide([answer.code]));
    title.append(choose);
    box.append(title);
    if (answer.verdict) {
      const verdict = document.createElement("p");
      verdict.className = "verdict";
      verdict.textContent = answer.verdict;
      box.append(verdict);
    }
    for (const sentence of answer.sentences) {
      const line = document.createElement("label");
      const tick = document.createElement("input");
      tick.type = "checkbox";
      tick.checked = own.relevant?.[sentence.id] === true;
      tick.dataset.sentence = sentence.id;
      tick.addEventListener("change", () => mark(sentence.id, tick.checked));
      line.append(tick, ` ${sentence.text}`);
      box.append(line);
    }
    if (!answer.sentences.length) box.append("No sentence.");
    return box;
  }));
}

function entry() {
  const item = items[place];
  const sentences = item.answers.flatMap((answer) => answer.sentences.map((one) => one.id));
  judged[item.id] ||= { best: [], decided: false, relevant: Object.fromEntries(sentences.map((id) => [id, false])) };
  return judged[item.id];
}

function mark(id, right) {
  entry().relevant[id] = right;
  keep();
  // Another answer may have the same sentence. The page is not drawn anew, so the focus stays.
  for (const tick of document.querySelectorAll("#answers input")) {
    if (tick.dataset.sentence === id) tick.checked = right;
  }
}

function decide(best) {
  Object.assign(entry(), { best, decided: true });
  keep();
  if (place + 1 < items.length) place += 1;
  else say("That was the last question. Save your judgements below.");
  show();
}

function go(step) {
  place = Math.min(items.length - 1, Math.max(0, place + step));
  show();
}

function rows() {
  return items.filter((item) => judged[item.id]?.decided).map((item) => ({
    item: item.id, judge, question: item.question, policy: item.policy,
    shown: inOrder(item).map((answer) => answer.code),
    best: judged[item.id].best, relevant: judged[item.id].relevant,
  }));
}

function save(name, lines) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(lines.map((line) => `${line}\n`), { type: "text/plain" }));
  link.download = name;
  link.click();
}

function begin() {
  at("who").hidden = true;
  at("item").hidden = false;
  at("files").hidden = false;
  place = Math.max(0, items.findIndex((item) => !judged[item.id]?.decided));
  show();
}

at("who").addEventListener("submit", (event) => {
  event.preventDefault();
  judge = at("judge").value.trim();
  if (!judge) return;
  judged = JSON.parse(localStorage.getItem(`${sheet} ${judge}`) || "{}");
  begin();
});
at("rows").addEventListener("click", () => save("judgements.jsonl", rows().map((row) => JSON.stringify(row))));
at("qrels").addEventListener("click", () => save("judgements.qrels", rows().flatMap((row) =>
  Object.entries(row.relevant).map(([id, right]) => `${row.item} 0 ${id} ${right ? 1 : 0}`))));
at("load").addEventListener("change", async (event) => {
  try {
    const lines = (await event.target.files[0].text()).split("\n").filter((line) => line.trim());
    for (const row of lines.map((line) => JSON.parse(line))) {
      if (row.judge === judge && items.some((item) => item.id === row.item)) {
        judged[row.item] = { best: row.best, relevant: row.relevant, decided: true };
      }
    }
    keep();
    say("");
    begin();
  } catch {
    say("This file holds no judgements.");
  }
});
document.addEventListener("keydown", (event) => {
  if (at("item").hidden || event.ctrlKey || event.metaKey || event.altKey) return;
  const answers = inOrder(items[place]);
  if (event.key === "ArrowRight") go(1);
  else if (event.key === "ArrowLeft") go(-1);
  else if (event.key === "0") decide(answers.map((answer) => answer.code));
  else if (event.key === "n") decide([]);
  else if (/^[1-9]$/.test(event.key) && answers[event.key - 1]) decide([answers[event.key - 1].code]);
  else return;
  event.preventDefault();
});
