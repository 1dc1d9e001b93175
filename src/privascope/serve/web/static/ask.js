// Says what is happening while an address is fetched, and takes files that are dropped on the box;
// everything works without this file.
"use strict";

document.querySelectorAll("form[data-waiting]").forEach((form) => {
  const told = form.querySelector(".waiting");
  form.addEventListener("submit", () => {
    const policy = form.elements.policy.value.trim();
    const brought = form.elements.file.files.length || form.elements.text.value.trim();
    const web = !brought && /^https?:|^[^\s]+\.[a-z]{2,}/i.test(policy);
    told.textContent = brought
      ? "Reading it, then looking for the answer …"
      : "Fetching the page, then looking for the answer in it …";
    told.hidden = !web && !brought;
  });
  // Coming back to the page, nothing is on its way any more.
  addEventListener("pageshow", () => (told.hidden = true));
});

document.querySelectorAll("form[data-drop]").forEach((form) => {
  const over = (event) => [...event.dataTransfer.types].includes("Files");
  const light = (on) => form.classList.toggle("dropping", on);
  form.addEventListener("dragover", (event) => {
    if (!over(event)) return;
    event.preventDefault();
    light(true);
  });
  form.addEventListener("dragleave", (event) => {
    if (!form.contains(event.relatedTarget)) light(false);
  });
  form.addEventListener("drop", (event) => {
    if (!over(event)) return;
    event.preventDefault();
    light(false);
    const one = new DataTransfer();
    if (event.dataTransfer.files.length) one.items.add(event.dataTransfer.files[0]);
    form.elements.file.files = one.files;
    form.querySelector(".bring").open = true;
    form.elements.ask.focus();
  });
});
