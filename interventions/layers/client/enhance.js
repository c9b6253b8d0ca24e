/**
 * Small extras of the page, as told by the options on this script's own tag.
 *
 * It never moves, removes or replaces a node of the page. What it shows of its own stands in one element beside the
 * page; what it changes are styles, attributes and text values, which it keeps changed across re-rendering and gives
 * back afterwards. With no options it does nothing at all.
 */
(() => {
  "use strict";

  const REPORTS = "/api/vitals";
  const MEMORY = "ui.extras";
  const tag = document.currentScript;
  const wishes = JSON.parse((tag && tag.dataset.options) || "[]");
  if (!wishes.length) return;

  // ---- what is remembered between pages and tabs: how many moments have passed, which panel is still open

  let fallback = "{}";
  function remembered() {
    try {
      return JSON.parse(localStorage.getItem(MEMORY) || "{}");
    } catch {
      return JSON.parse(fallback);
    }
  }
  function remember(key, change) {
    const all = remembered();
    all[key] = { passed: 0, open: false, ...all[key], ...change };
    try {
      localStorage.setItem(MEMORY, JSON.stringify(all));
    } catch {
      fallback = JSON.stringify(all); // a frame without storage of its own
    }
  }
  const recall = (key) => remembered()[key] || { passed: 0, open: false };

  // ---- reports

  const told = new Map();
  function tell(wish, kind, detail = {}) {
    const name = wish.key + kind;
    told.set(name, (told.get(name) || 0) + 1);
    if (told.get(name) > 20) return; // a control that re-renders all day need not be told of again
    const headers = { "content-type": "application/json", "x-background": "poll" };
    const body = JSON.stringify({ op: wish.key, kind, detail });
    fetch(REPORTS, { method: "POST", keepalive: true, headers, body }).catch(() => {});
  }
  function guarded(wish, run) {
    try {
      return run();
    } catch (error) {
      tell(wish, "error", { message: String(error) });
      return undefined;
    }
  }

  // ---- moments

  const glob = (pattern) =>
    new RegExp(`^${pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`);
  const here = (wish) => glob(wish.when.path).test(location.pathname);
  const inWindow = (when, nth) => nth > when.after && (when.first == null || nth <= when.after + when.first);
  /** Counts one more moment, and says whether the wish is for it. */
  function due(wish) {
    const nth = recall(wish.key).passed + 1;
    remember(wish.key, { passed: nth });
    return inWindow(wish.when, nth);
  }

  // ---- controls by role and accessible name

  const INPUTS = { checkbox: "checkbox", radio: "radio", range: "slider", number: "spinbutton", search: "searchbox" };
  const BUTTONS = ["button", "submit", "reset", "image"];
  const TAGS = {
    BUTTON: "button", SUMMARY: "button", SELECT: "combobox", TEXTAREA: "textbox", OPTION: "option", IMG: "img",
    NAV: "navigation", MAIN: "main", ARTICLE: "article", LI: "listitem", TR: "row", TABLE: "table", DIALOG: "dialog",
  };
  function roleOf(el) {
    const given = (el.getAttribute("role") || "").trim().split(/\s+/)[0];
    if (given) return given;
    if (el.tagName === "A" || el.tagName === "AREA") return el.hasAttribute("href") ? "link" : "";
    if (el.tagName === "INPUT") return BUTTONS.includes(el.type) ? "button" : INPUTS[el.type] || "textbox";
    return /^H[1-6]$/.test(el.tagName) ? "heading" : TAGS[el.tagName] || "";
  }
  const tidy = (text) => text.replace(/\s+/g, " ").trim();
  function textOf(node) {
    if (node.nodeType === Node.TEXT_NODE) return original(node);
    if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute("aria-hidden") === "true") return "";
    const own = node.getAttribute("aria-label") || node.getAttribute("alt");
    return own || [...node.childNodes].map(textOf).join(" ");
  }
  function nameOf(el) {
    const ids = (el.getAttribute("aria-labelledby") || "").split(/\s+/).filter(Boolean);
    const root = el.getRootNode();
    const labelled = ids.map((id) => root.getElementById && root.getElementById(id)).filter(Boolean);
    if (labelled.length) return tidy(labelled.map(textOf).join(" "));
    const label = before(el, "aria-label");
    if (label) return tidy(label);
    if (el.labels && el.labels.length) return tidy([...el.labels].map(textOf).join(" "));
    if (el.tagName === "INPUT" && BUTTONS.includes(el.type)) return tidy(el.value || el.alt || "");
    return tidy(textOf(el) || el.getAttribute("title") || el.getAttribute("placeholder") || "");
  }
  function fits(el, at) {
    if (at.role != null && roleOf(el) !== at.role) return false;
    return at.name == null || glob(tidy(at.name)).test(nameOf(el));
  }
  function controls(at) {
    const found = [...reached.keys()].flatMap((root) => [...root.querySelectorAll("*")].filter((el) => fits(el, at)));
    return at.nth == null ? found : found.slice(at.nth, at.nth + 1);
  }
  function hit(event, at) {
    const el = event.composedPath().find((node) => node.nodeType === Node.ELEMENT_NODE && fits(node, at));
    return el && (at.nth == null || controls(at).includes(el)) ? el : undefined;
  }

  // ---- values that are kept changed: what the page last wrote is kept too, to be given back

  const changes = new Map(); // node -> Map(slot -> {theirs, ours})
  const original = (text) => (changes.get(text) && changes.get(text).get("data") || { theirs: text.data }).theirs;
  function before(el, attribute) {
    const kept = changes.get(el) && changes.get(el).get(`@${attribute}`);
    return kept ? kept.theirs : el.getAttribute(attribute);
  }
  function slot(node, name) {
    if (name === "data") return { get: () => node.data, set: (value) => (node.data = value) };
    if (name.startsWith("@")) {
      const attribute = name.slice(1);
      const put = (value) => (value == null ? node.removeAttribute(attribute) : node.setAttribute(attribute, value));
      return { get: () => node.getAttribute(attribute), set: put };
    }
    const put = (value) => node.style.setProperty(name, value || "", value ? "important" : "");
    return { get: () => node.style.getPropertyValue(name), set: put };
  }
  function keep(node, name, value) {
    const kept = changes.get(node) || changes.set(node, new Map()).get(node);
    const place = slot(node, name);
    const now = place.get();
    if (kept.has(name) && kept.get(name).ours === now) return false;
    place.set(value);
    kept.set(name, { theirs: now, ours: place.get() });
    return true;
  }
  function giveBack(node) {
    for (const [name, { theirs, ours }] of changes.get(node) || []) {
      const place = slot(node, name);
      if (place.get() === ours) place.set(theirs);
    }
    changes.delete(node);
  }

  function texts(el) {
    const walker = el.ownerDocument.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) if (original(walker.currentNode).trim()) found.push(walker.currentNode);
    return found;
  }
  function change(wish, el) {
    let changed = false;
    for (const [name, value] of Object.entries(wish.style)) changed = keep(el, name, value) || changed;
    for (const [name, value] of Object.entries(wish.attrs)) changed = keep(el, `@${name}`, value) || changed;
    if (wish.text != null) {
      texts(el).forEach((node, i) => { changed = keep(node, "data", i ? "" : wish.text) || changed; });
    }
    wish.changed.add(el);
    if (!changed) return;
    tell(wish, "applied", { name: nameOf(el) });
    if (el.getClientRects().length) tell(wish, "met", { name: nameOf(el) });
  }
  function restore(wish) {
    for (const el of wish.changed) {
      giveBack(el);
      if (wish.text != null) texts(el).forEach(giveBack);
    }
    wish.changed.clear();
  }
  function refresh() {
    for (const wish of wishes) {
      if (wish.do === "set" && wish.active) guarded(wish, () => refreshOne(wish));
    }
  }
  function refreshOne(wish) {
    const found = controls(wish.at);
    if (found.length && wish.lasts != null && !wish.ending) {
      wish.ending = setTimeout(() => guarded(wish, () => { wish.active = false; restore(wish); }), wish.lasts);
    }
    for (const el of found) change(wish, el);
  }
  function enterSet(wish) {
    clearTimeout(wish.ending);
    restore(wish);
    Object.assign(wish, { active: here(wish) && due(wish), ending: 0 });
    if (wish.when.delay && wish.active) {
      wish.active = false;
      wish.ending = setTimeout(() => { Object.assign(wish, { active: true, ending: 0 }); refresh(); }, wish.when.delay);
    }
  }

  // ---- own elements: one root beside the page

  const LOOK = `
    :host { all: initial; }
    * { box-sizing: border-box; font-family: inherit; }
    .layer { position: fixed; z-index: 2147483000; color: var(--text, #1d2330); font: inherit; }
    .dialog { inset: 0; display: grid; place-items: center; padding: 24px; background: rgb(17 22 32 / 0.55); }
    .banner { inset: auto 0 0 0; display: grid; place-items: center; padding: 20px 24px;
      background: var(--surface, #fff); border-top: 1px solid var(--line, #d8dce4);
      box-shadow: 0 -8px 30px rgb(17 22 32 / 0.18); overflow: auto; }
    .box { position: relative; max-width: 460px; width: 100%; padding: 28px; background: var(--surface, #fff);
      border-radius: var(--radius, 10px); box-shadow: 0 18px 50px rgb(17 22 32 / 0.3); outline: none; }
    .banner .box { max-width: 860px; padding: 4px; box-shadow: none; }
    h2 { margin: 0 32px 10px 0; font-size: 20px; line-height: 1.3; font-weight: 650; }
    p { margin: 0 0 20px; font-size: 15px; line-height: 1.5; }
    .choices { display: flex; flex-wrap: wrap; gap: 10px; }
    button { padding: 10px 18px; font-size: 15px; line-height: 1.3; cursor: pointer; color: inherit;
      background: transparent; border: 1px solid currentcolor; border-radius: var(--radius, 8px); }
    button.first { color: var(--on-accent, #fff); background: var(--accent, #1f4fd8); border-color: transparent; }
    button:focus-visible { outline: 3px solid var(--accent, #1f4fd8); outline-offset: 2px; }
    button.close { position: absolute; top: 14px; right: 14px; padding: 4px 10px; border: 0; font-size: 20px; }
    .notes { inset: auto 0 88px 0; display: grid; gap: 8px; justify-items: center; pointer-events: none; }
    .note { padding: 13px 22px; font-size: 15px; line-height: 1.4; color: var(--surface, #fff);
      background: var(--text, #1d2330); border-radius: 26px; box-shadow: 0 8px 26px rgb(17 22 32 / 0.3); }`;

  let host, shadow;
  function root() {
    if (!host) {
      host = document.createElement("div");
      shadow = host.attachShadow({ mode: "open" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(LOOK);
      shadow.adoptedStyleSheets = [sheet];
    }
    if (!host.isConnected) document.body.append(host);
    host.style.cssText = `font-family: ${getComputedStyle(document.body).fontFamily}`;
    return shadow;
  }
  function make(tagName, attributes, ...children) {
    const el = document.createElement(tagName);
    for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
    el.append(...children);
    return el;
  }

  // ---- panels

  const shown = new Map(); // key -> element
  function showPanel(wish) {
    if (shown.has(wish.key) || !here(wish)) return;
    const title = make("h2", { id: `t${wish.key}` }, wish.title);
    const words = make("p", {}, wish.text);
    const choices = make("div", { class: "choices" });
    const labels = { role: "dialog", "aria-labelledby": title.id, tabindex: "-1" };
    if (wish.shape === "dialog") labels["aria-modal"] = "true";
    const box = make("div", { class: "box", ...labels }, title, words, choices);
    const layer = make("div", { class: `layer ${wish.shape}` }, box);
    if (wish.shape === "banner") layer.style.height = `${wish.size * 100}vh`;
    const close = () => closePanel(wish);
    offer(choices, wish.choices, (i) => {
      if (!wish.then.length || i < wish.choices.length - 1) return close();
      offer(choices, wish.then, close);
      choices.querySelector("button").focus();
    });
    if (wish.close) {
      const cross = make("button", { class: "close", type: "button", "aria-label": "Close" }, "×");
      cross.addEventListener("click", close);
      box.append(cross);
    }
    layer.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && wish.close) close();
      if (event.key === "Tab" && wish.shape === "dialog") cycle(event, box);
    });
    root().append(layer);
    shown.set(wish.key, layer);
    if (wish.shape === "dialog") box.focus({ preventScroll: true });
    tell(wish, "applied");
    tell(wish, "met", { path: location.pathname });
  }
  function offer(place, labels, chosen) {
    const buttons = labels.map((label, i) => {
      const button = make("button", { type: "button", class: i ? "other" : "first" }, label);
      button.addEventListener("click", () => chosen(i));
      return button;
    });
    place.replaceChildren(...buttons);
  }
  /** Keeps the Tab key inside an open dialog. */
  function cycle(event, box) {
    const buttons = [...box.querySelectorAll("button")];
    const at = buttons.indexOf(shadow.activeElement);
    const next = (at + (event.shiftKey ? -1 : 1) + buttons.length) % buttons.length;
    event.preventDefault();
    buttons[at < 0 ? 0 : next].focus();
  }
  function closePanel(wish) {
    const layer = shown.get(wish.key);
    shown.delete(wish.key);
    remember(wish.key, { open: false });
    if (layer) layer.remove();
  }
  function enterPanel(wish) {
    if (!here(wish) || shown.has(wish.key)) return;
    if (!recall(wish.key).open && !due(wish)) return;
    remember(wish.key, { open: true }); // somebody who is gone before it shows will find it when they come back
    setTimeout(() => guarded(wish, () => showPanel(wish)), wish.when.delay);
  }

  // ---- notes and held events

  function showNote(wish) {
    const place = root().querySelector(".notes") || root().appendChild(make("div", { class: "layer notes" }));
    const note = make("div", { class: "note", role: "status" }, wish.text);
    place.append(note);
    setTimeout(() => note.remove(), wish.seconds * 1000);
    tell(wish, "met", { path: location.pathname });
  }
  function onClick(event) {
    for (const wish of wishes.filter((one) => one.do === "note")) {
      guarded(wish, () => {
        if (!here(wish) || !hit(event, wish.at) || !due(wish)) return;
        tell(wish, "applied");
        setTimeout(() => guarded(wish, () => showNote(wish)), wish.when.delay);
      });
    }
  }
  function onHeld(event) {
    for (const wish of wishes.filter((one) => one.do === "hold" && one.event === event.type)) {
      guarded(wish, () => {
        const el = here(wish) && hit(event, wish.at);
        if (!el) return;
        const key = `${wish.key}/${roleOf(el)}/${nameOf(el)}`;
        const nth = recall(key).passed + 1;
        remember(key, { passed: nth });
        if (nth > wish.first) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        tell(wish, "applied", { name: nameOf(el) });
        tell(wish, "met", { name: nameOf(el) });
      });
    }
  }

  // ---- everywhere that can be reached: the document, open shadow roots, frames of the same origin

  const reached = new Map(); // root -> observer
  let waiting = false;
  function soon() {
    if (waiting) return;
    waiting = true;
    // a task rather than an animation frame: pages in the background get no frames
    setTimeout(() => { waiting = false; look(); }, 0);
  }
  /** What is kept changed is changed again before anybody sees it; the rest can wait a moment. */
  function rendered() {
    if (wishes.some((wish) => wish.active)) look();
    else soon();
  }
  function reach(place) {
    if (reached.has(place)) return;
    const observer = new MutationObserver(rendered);
    observer.observe(place, { childList: true, subtree: true, characterData: true, attributes: true });
    reached.set(place, observer);
    const view = place.nodeType === Node.DOCUMENT_NODE && place.defaultView;
    if (!view) return;
    for (const type of ["click", "input", "change", "keydown"]) view.addEventListener(type, onHeld, true);
    view.addEventListener("click", onClick, true);
  }
  function explore(place) {
    reach(place);
    for (const el of place.querySelectorAll("*")) {
      if (el === host) continue;
      if (el.shadowRoot) explore(el.shadowRoot);
      if (el.tagName === "IFRAME") exploreFrame(el);
    }
  }
  function exploreFrame(frame) {
    let inner = null;
    try {
      inner = frame.contentDocument;
    } catch {
      return; // another origin
    }
    if (inner && inner.body && !inner.querySelector(`script[src="${tag.getAttribute("src")}"]`)) explore(inner);
    if (!frames.has(frame)) frames.add(frame.addEventListener("load", soon) || frame);
  }
  const frames = new WeakSet();
  let page = null;
  function look() {
    for (const place of reached.keys()) {
      const gone = place.host ? !place.host.isConnected : place.nodeType === Node.DOCUMENT_NODE && !place.defaultView;
      if (gone) { reached.get(place).disconnect(); reached.delete(place); }
    }
    explore(document);
    if (host && !host.isConnected && (shown.size || shadow.childElementCount)) root();
    if (page !== location.pathname) arrive();
    refresh();
  }
  function arrive() {
    page = location.pathname;
    for (const wish of wishes) {
      guarded(wish, () => {
        if (wish.do === "panel" && window.top === window) enterPanel(wish);
        if (wish.do === "set") enterSet(wish);
      });
    }
  }

  for (const wish of wishes) Object.assign(wish, { changed: new Set(), active: false, ending: 0 });
  if (window.navigation) window.navigation.addEventListener("currententrychange", soon);
  window.addEventListener("popstate", soon);
  if (document.body) look();
  else document.addEventListener("DOMContentLoaded", look);
})();
