// Says what is happening while an address is fetched; everything works without this file.
"use strict";

document.querySelectorAll("form[data-waiting]").forEach((form) => {
  const told = form.querySelector(".waiting");
  form.addEventListener("submit", () => {
    const policy = form.elements.policy.value.trim();
    const web = /^https?:|^[^\s]+\.[a-z]{2,}/i.test(policy);
    told.textContent = web ? "Fetching the page, then looking for the answer in it …" : "";
    told.hidden = !web;
  });
  // Coming back to the page, nothing is on its way any more.
  addEventListener("pageshow", () => (told.hidden = true));
});
