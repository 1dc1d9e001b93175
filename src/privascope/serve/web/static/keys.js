// Everything works without this file; it only makes some things quicker.
"use strict";

const typing = (element) =>
  element.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName);

const box = () => document.querySelector('input[type="search"]');

// Goes to the next or previous of some elements, from the one that has the focus or is marked.
function step(elements, forward, here) {
  if (!elements.length) return null;
  const at = elements.indexOf(here);
  const next = at < 0 ? (forward ? 0 : elements.length - 1) : at + (forward ? 1 : -1);
  return elements[Math.max(0, Math.min(elements.length - 1, next))];
}

function throughResults(forward) {
  const links = [...document.querySelectorAll(".entry h2 a")];
  const entry = document.activeElement.closest(".entry");
  const link = step(links, forward, entry && entry.querySelector("h2 a"));
  if (link) {
    link.focus();
    link.closest(".entry").scrollIntoView({ block: "nearest" });
  }
}

let mark = null;
function throughMarks(forward) {
  const marks = [...document.querySelectorAll(".text mark[id]")];
  const target = document.getElementById(location.hash.slice(1));
  mark = step(marks, forward, mark || target);
  if (mark) {
    location.replace("#" + mark.id);
  }
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    document.querySelectorAll("details.menu[open]").forEach((menu) => {
      menu.open = false;
      menu.querySelector("summary").focus();
    });
    if (typing(document.activeElement)) document.activeElement.blur();
    return;
  }
  if (typing(event.target)) return;
  if (event.key === "/" && box()) {
    event.preventDefault();
    box().focus();
    box().select();
  } else if (event.key === "j" || event.key === "k") {
    throughResults(event.key === "j");
  } else if (event.key === "n" || event.key === "p") {
    throughMarks(event.key === "n");
  }
});

// A menu closes when something else is chosen.
document.addEventListener("click", (event) => {
  document.querySelectorAll("details.menu[open]").forEach((menu) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
});

// A long facet gets a box that shows only the values which hold what is typed.
document.querySelectorAll("details[data-filter]").forEach((fold) => {
  const input = document.createElement("input");
  input.type = "text";
  input.className = "narrow";
  input.placeholder = "narrow the list";
  input.setAttribute("aria-label", "Narrow the list: " + fold.dataset.filter);
  const facet = fold.closest(".facet");
  facet.querySelector("h3").after(input);
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    fold.open = Boolean(wanted);
    facet.querySelectorAll("li").forEach((row) => {
      row.hidden = !row.querySelector(".name").textContent.toLowerCase().includes(wanted);
    });
  });
});

// Where there is room for the outline beside the text, it is open.
if (matchMedia("(min-width: 62rem)").matches) {
  document.querySelectorAll(".outline details").forEach((fold) => (fold.open = true));
}
