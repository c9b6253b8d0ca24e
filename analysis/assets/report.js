"use strict";
// Theme switch and the filter of the pair list. The report reads the same without either.
(() => {
  const root = document.documentElement;
  const stored = () => { try { return localStorage.getItem("breakingweb-theme"); } catch { return null; } };
  const dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const before = stored();
  if (before === "dark" || before === "light") root.dataset.theme = before;

  const toggle = document.querySelector("#theme");
  if (toggle) {
    const name = () => { toggle.textContent = dark() ? "Light" : "Dark"; };
    toggle.hidden = false;
    toggle.addEventListener("click", () => {
      root.dataset.theme = dark() ? "light" : "dark";
      try { localStorage.setItem("breakingweb-theme", root.dataset.theme); } catch { /* the choice lasts for this page */ }
      name();
    });
    name();
  }

  const form = document.querySelector("#filters");
  if (!form) return;
  const rows = [...document.querySelectorAll("#pair-list tbody tr")];
  const apply = () => {
    const words = form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = ["agent", "primitive", "outcome"].filter((name) => form.elements[name].value);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const fits = chosen.every((name) => row.dataset[name] === form.elements[name].value) && words.every((word) => text.includes(word));
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    form.elements.count.value = `${shown} of ${rows.length}`;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
})();
