// Reads replies aloud with a voice of this machine; everything else works without this file.
"use strict";

const voices = () => speechSynthesis.getVoices().filter((one) => one.localService && /^en/i.test(one.lang));

const offer = () => {
  if (!voices().length || document.querySelector(".aloud")) return;
  document.querySelectorAll(".reply[data-spoken]").forEach((reply) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain aloud";
    button.textContent = "Read aloud";
    button.addEventListener("click", () => {
      const speaking = speechSynthesis.speaking;
      speechSynthesis.cancel();
      if (speaking) return;
      const words = new SpeechSynthesisUtterance(reply.dataset.spoken);
      // A voice of a distant service would send the text away.
      words.voice = voices()[0];
      speechSynthesis.speak(words);
    });
    reply.append(button);
  });
};

if ("speechSynthesis" in window) {
  offer();
  speechSynthesis.addEventListener("voiceschanged", offer);
}

const lit = document.querySelector(".beside-text mark.evidence");
const pane = document.querySelector(".beside-text");
if (lit && pane && pane.scrollHeight > pane.clientHeight) {
  pane.scrollTop = lit.offsetTop - pane.offsetTop - pane.clientHeight / 3;
}
if (!location.hash || location.hash === "#last") document.getElementById("say")?.focus({ preventScroll: true });
