// Shows new passages as they are read out; without this file, Reload does.
"use strict";

const passages = document.getElementById("passages");
const events = new EventSource(passages.dataset.events);
events.addEventListener("passage", async () => {
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) return events.close();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  passages.replaceChildren(...page.getElementById("passages").children);
});
