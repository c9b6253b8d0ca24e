// The reader: an engine of Playwright's selectors, evaluated once per document in Playwright's isolated world, where page
// scripts can neither see nor change it. A body of "#14" gives the element with number 14; a JSON body is a command, whose
// answer comes back as the text of a detached node.
(() => {
  const NATIVE = "a[href],area[href],button,input:not([type=hidden]),select,textarea,summary,option,[onclick],[contenteditable=''],[contenteditable=true]";
  const ROLES = "[role=button],[role=link],[role=tab],[role=menuitem],[role=checkbox],[role=radio],[role=switch],[role=option],[role=combobox]";
  const numbers = new WeakMap();
  const elements = new Map();
  let next = 1;
  let changed = performance.now();
  const watched = new WeakSet();
  const observer = new MutationObserver(() => { changed = performance.now(); });

  const watch = (root) => {
    if (watched.has(root)) return;
    watched.add(root);
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    root.addEventListener("scroll", () => { changed = performance.now(); }, { capture: true, passive: true });
  };
  const number = (el) => {
    let n = numbers.get(el);
    if (n === undefined) {
      n = next++;
      numbers.set(el, n);
      elements.set(n, new WeakRef(el));
    }
    return n;
  };
  const find = (n) => {
    const el = elements.get(n)?.deref();
    return el?.isConnected ? el : null;
  };
  const squeeze = (text) => (text || "").replace(/[\u200b\u00ad]/g, "").replace(/\s+/g, " ").trim();
  const up = (node) => node.assignedSlot || node.parentNode || node.host || null;
  const parent = (el) => {
    let node = up(el);
    while (node && node.nodeType !== 1) node = up(node);
    return node;
  };
  const deepest = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  const within = (node, el) => {
    for (; node; node = up(node)) if (node === el) return true;
    return false;
  };
  // A hit on the styled label of a control is a hit on the control.
  const reaches = (hit, el) => !!hit && (within(hit, el) || hit.closest?.("label")?.control === el);

  const rects = (el) => {
    const all = [...el.getClientRects()].filter((r) => r.width > 0 && r.height > 0);
    return all.length ? all : [el.getBoundingClientRect()];
  };
  const clip = (r) => ({ l: Math.max(r.left, 0), t: Math.max(r.top, 0), r: Math.min(r.right, innerWidth), b: Math.min(r.bottom, innerHeight) });
  const SPOTS = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.2], [0.5, 0.8], [0.1, 0.2], [0.9, 0.8], [0.9, 0.2], [0.1, 0.8]];
  // The first point of the element that a pointer would really reach, or null.
  const reach = (el) => {
    for (const rect of rects(el).slice(0, 4)) {
      const c = clip(rect);
      if (c.r <= c.l || c.b <= c.t) continue;
      for (const [fx, fy] of SPOTS) {
        const x = c.l + (c.r - c.l) * fx, y = c.t + (c.b - c.t) * fy;
        if (reaches(deepest(x, y), el)) return [x, y];
      }
    }
    return null;
  };
  const label = (el) => (el.labels ? [...el.labels].find((l) => reach(l)) : null);

  const textShows = (el) => {
    const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let i = 0, node = walker.nextNode(); node && i < 200; node = walker.nextNode(), i++) {
      const owner = node.parentElement;
      if (!node.data.trim() || !owner || (owner !== el && owner._ariaRef && owner.childElementCount)) continue;
      range.selectNodeContents(node);
      for (const r of [...range.getClientRects()].slice(0, 60)) {
        const c = clip(r);
        if (c.r - c.l < 1 || c.b - c.t < 1) continue;
        const hit = deepest((c.l + c.r) / 2, (c.t + c.b) / 2);
        if (hit && (within(hit, el) || within(el, hit))) return true;
      }
    }
    return false;
  };
  const mixed = (el) => {
    if (!el.childElementCount) return false;
    for (const node of el.childNodes) if (node.nodeType === 3 && node.data.trim()) return true;
    for (const child of el.children) if (!child._ariaRef && child.textContent.trim()) return true;
    return false;
  };

  const scrollers = new Map();
  const scroller = (el) => {
    if (!el || el === document.documentElement || el === document.body) return null;
    if (scrollers.has(el)) return scrollers.get(el);
    const style = getComputedStyle(el);
    const y = /auto|scroll/.test(style.overflowY) && el.scrollHeight > el.clientHeight + 1;
    const x = /auto|scroll/.test(style.overflowX) && el.scrollWidth > el.clientWidth + 1;
    const found = x || y ? el : style.position === "fixed" ? null : scroller(parent(el));
    scrollers.set(el, found);
    return found;
  };
  const beyond = (r, box) =>
    r.bottom <= box.top ? "above" : r.top >= box.bottom ? "below" : r.right <= box.left ? "left" : r.left >= box.right ? "right" : "";
  const away = (el, r) => {
    const holder = scroller(parent(el));
    const inner = holder ? beyond(r, holder.getBoundingClientRect()) : "";
    if (inner) return [inner, true];
    const outer = beyond(r, { top: 0, left: 0, bottom: innerHeight, right: innerWidth });
    return outer ? [outer, false] : null;
  };

  // Of a long run of text, the part that is in view: [words scrolled above, words in view, words further below].
  const partOf = (el, r) => {
    const node = el.childNodes.length === 1 && el.firstChild.nodeType === 3 ? el.firstChild : null;
    const holder = scroller(parent(el)) ?? (scroller(el) === el ? el : null);
    const box = holder ? holder.getBoundingClientRect() : { top: 0, bottom: innerHeight };
    const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
    if (!node || node.length < 200) return null;
    const range = document.createRange();
    range.selectNodeContents(node);
    const all = range.getBoundingClientRect();
    if (all.top > top - 8 && all.bottom < bottom + 8) return null;
    // Offsets run down the page: the first character for which the test holds.
    const first = (test) => {
      let low = 0, high = node.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        range.setStart(node, middle);
        range.setEnd(node, middle + 1);
        if (test(range.getBoundingClientRect())) high = middle;
        else low = middle + 1;
      }
      return low;
    };
    const visible = (rect) => rect.height > 0;
    const from = first((rect) => visible(rect) && rect.bottom > top + 4), to = first((rect) => visible(rect) && rect.top > bottom - 4);
    return [node.data.slice(0, from), node.data.slice(from, to), node.data.slice(to)].map(squeeze);
  };

  const masked = (el) => (el.type === "password" ? "\u2022".repeat(el.value.length) : el.value);
  const state = (el) => {
    const s = {};
    const tag = el.localName;
    if (tag === "select") {
      s.value = [...el.selectedOptions].map((o) => squeeze(o.label || o.text)).join(", ");
      s.options = [...el.options].slice(0, 100).map((o) => squeeze(o.label || o.text) + (o.disabled || o.closest("optgroup[disabled]") ? " (disabled)" : ""));
      if (el.options.length > 100) s.options.push(`… ${el.options.length - 100} more`);
      if (el.multiple) s.multiple = true;
    } else if (tag === "textarea" || tag === "input") {
      if (el.type === "checkbox" || el.type === "radio") s.checked = el.indeterminate ? "mixed" : el.checked;
      else if (el.type === "file") s.value = [...el.files].map((f) => f.name).join(", ");
      else s.value = masked(el);
      if (/^(date|time|month|week|datetime-local|number|range|color|email|file|password)$/.test(el.type)) s.type = el.type;
      if (el.placeholder && !el.value) s.placeholder = squeeze(el.placeholder);
      if (el.list) s.options = [...el.list.options].slice(0, 100).map((o) => squeeze(o.value));
    } else if (el.isContentEditable && !el.parentElement?.isContentEditable) {
      s.value = el.innerText;
      s.editable = true;
    }
    if (el.required || el.getAttribute("aria-required") === "true") s.required = true;
    if (el.readOnly || el.getAttribute("aria-readonly") === "true") s.readonly = true;
    if (tag === "details") s.expanded = el.open;
    if (tag === "summary" && el.parentElement?.localName === "details") s.expanded = el.parentElement.open;
    if (tag === "progress" || tag === "meter") s.value = String(el.value);
    for (const [key, name] of [["expanded", "aria-expanded"], ["pressed", "aria-pressed"], ["selected", "aria-selected"], ["checked", "aria-checked"]]) {
      const v = el.getAttribute(name);
      if (v && s[key] === undefined) s[key] = v === "true" ? true : v === "false" ? false : v;
    }
    for (const [key, name] of [["value", "aria-valuetext"], ["value", "aria-valuenow"], ["current", "aria-current"], ["haspopup", "aria-haspopup"]]) {
      const v = el.getAttribute(name);
      if (v && v !== "false" && s[key] === undefined) s[key] = squeeze(v);
    }
    if (off(el)) s.disabled = true;
    const owner = el.labels?.[0];
    if (owner) s.label = squeeze(owner.innerText).slice(0, 200);
    return s;
  };
  const off = (el) => el.matches(":disabled") || !!el.closest('[aria-disabled="true"]');
  const shown = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  const scrolls = () => {
    const d = document.scrollingElement || document.documentElement;
    return { x: Math.round(scrollX), y: Math.round(scrollY), width: d.scrollWidth, height: d.scrollHeight, vw: innerWidth, vh: innerHeight };
  };

  const read = ({ key }) => {
    scrollers.clear();
    watch(document);
    const active = (() => {
      let a = document.activeElement;
      while (a?.shadowRoot?.activeElement) a = a.shadowRoot.activeElement;
      return a && a !== document.body && document.hasFocus() ? a : null;
    })();
    const listens = (el) => {
      if (el === document.documentElement || el === document.body) return false;
      if (el.hasAttribute("onclick")) return true;
      return !el.dispatchEvent(new Event(key, { cancelable: true, composed: true }));
    };
    // A pointer cursor of its own tells a click handler that sits further up.
    const points = (el) => el.localName !== "label" && getComputedStyle(el).cursor === "pointer" && getComputedStyle(parent(el) ?? el).cursor !== "pointer";
    const refs = {}, gone = { above: [], below: [], left: [], right: [] }, inner = { above: [], below: [], left: [], right: [] }, extra = [];
    const near = (el) => {
      const found = [];
      for (let p = parent(el); p; p = parent(p)) if (p._ariaRef) found.push(p._ariaRef.ref);
      return found;
    };
    // A label whose control has no box of its own (a styled checkbox) is what a person clicks.
    const standsFor = (el) =>
      el.localName === "label" && el.control && /checkbox|radio|file/.test(el.control.type) && !el.control.getClientRects().length ? el.control : null;
    const visit = (el) => {
      const ref = el._ariaRef?.ref;
      const r = el.getBoundingClientRect();
      const empty = r.width === 0 || r.height === 0;
      if (empty && !ref) return;
      const flat = empty && getComputedStyle(el).display === "contents";
      const gap = empty ? null : away(el, r);
      if (gap) {
        if (ref) (gap[1] ? inner : gone)[gap[0]].push(ref);
        return;
      }
      const native = el.matches(NATIVE) || el.matches(ROLES);
      const stand = standsFor(el);
      const listening = native || !!stand || listens(el) || (!ref && points(el));
      if (!ref && (!listening || parent(el)?.closest("a[href],button"))) return;
      let point = flat ? null : reach(el);
      const control = el.localName === "input";
      if (control && !(point && shown(el))) {
        const cover = label(el);
        point = cover ? reach(cover) : point;
      } else if (point && !shown(el)) point = null;
      // Pointer-events: none hides a control from the pointer, not from the eye.
      const veiled = !point && native && !flat && shown(el) && getComputedStyle(el).pointerEvents === "none";
      const text = flat || mixed(el) ? textShows(el) : !!point;
      if (!point && !text && !veiled && !(ref && (el.childElementCount || el.shadowRoot))) return;
      const entry = { n: number(el), box: [r.x, r.y, r.width, r.height].map(Math.round), hit: !!point || veiled, text };
      if (point) entry.point = point.map(Math.round);
      if (listening) entry.click = true;
      if (el === active) entry.focused = true;
      if (native || el.attributes.length) {
        const s = state(stand || el);
        if (Object.keys(s).length) entry.state = s;
      }
      if (el.localName === "iframe" || el.localName === "frame") entry.inside = frame({ n: entry.n });
      if (el.localName === "label" && el.control && !listening) entry.label = true;
      if (text && !el.childElementCount && ref) {
        const part = partOf(el, r);
        if (part) entry.part = part;
      }
      if (stand) entry.role = stand.type === "file" ? "button" : stand.type;
      entry.name = ref ? el._ariaRef.name : squeeze(el.getAttribute("aria-label") || el.innerText || el.title || "");
      const nested = !!parent(el)?.closest("a[href],button");
      // The snapshot merges some elements into their parent: what is needed to place a clickable one all the same.
      const placed = () => ({ under: near(el), text: squeeze(el.innerText) });
      if (ref) refs[ref] = listening && !nested && /^(generic|img)$/.test(el._ariaRef.role) ? { ...entry, role: entry.role || el._ariaRef.role, ...placed() } : entry;
      else {
        const kinds = { button: "button", select: "combobox", textarea: "textbox", summary: "button" };
        entry.role = entry.role || el.getAttribute("role") || kinds[el.localName] || (el.localName === "input" && (/checkbox|radio/.test(el.type) ? el.type : "textbox")) || "generic";
        extra.push({ ...entry, ...placed() });
      }
    };
    const walk = (root) => {
      for (const el of root.querySelectorAll("*")) {
        visit(el);
        if (el.shadowRoot) {
          watch(el.shadowRoot);
          walk(el.shadowRoot);
        }
      }
    };
    walk(document);
    const modal = [...document.querySelectorAll("dialog[open],[role=dialog],[role=alertdialog]")].find((d) => shown(d) && d.getClientRects().length);
    return { title: document.title, refs, extra, gone, inner, scroll: scrolls(), dialog: modal ? number(modal) : null };
  };

  const describe = (hit, el) => {
    let top = hit;
    for (let p = parent(hit); p && !within(el, p); p = parent(p)) top = p;
    const named = hit.closest?.("dialog,[role],[aria-label]");
    const node = named && !within(el, named) ? named : top;
    const name = squeeze(node.getAttribute("aria-label") || node.innerText || "").slice(0, 60);
    return (node.getAttribute("role") || node.localName) + (name ? ` ${JSON.stringify(name)}` : "");
  };
  // Nothing moves it: no animation of it or around it, no change of the document a moment ago.
  const still = (el) =>
    performance.now() - changed > 30 &&
    !document.getAnimations().some((a) => a.playState === "running" && a.effect?.target && within(el, a.effect.target));
  // Where to act on an element now: {state: ok | gone | hidden | disabled | covered, x, y, box, by}.
  const aim = ({ n, enabled }) => {
    const el = find(n);
    if (!el) return { state: "gone" };
    if (enabled && off(el)) return { state: "disabled" };
    let r = el.getBoundingClientRect();
    if (beyond(r, { top: 0, left: 0, bottom: innerHeight, right: innerWidth })) {
      el.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      r = el.getBoundingClientRect();
    }
    const box = [r.x, r.y, r.width, r.height].map(Math.round);
    let point = reach(el);
    if (!point && el.localName === "input") {
      const cover = label(el);
      point = cover && reach(cover);
    }
    const href = el.closest("a[href]")?.href?.baseVal ?? el.closest("a[href]")?.href ?? "";
    if (point) return { state: "ok", x: point[0], y: point[1], box, href: String(href), still: still(el) };
    if (!r.width || !r.height || !el.checkVisibility({ visibilityProperty: true })) return { state: "hidden", box };
    const c = clip(r);
    const hit = deepest((c.l + c.r) / 2, (c.t + c.b) / 2);
    const passive = hit && within(el, hit);
    return passive ? { state: "ok", x: (c.l + c.r) / 2, y: (c.t + c.b) / 2, box, href: String(href) } : { state: "covered", box, by: hit ? describe(hit, el) : "nothing" };
  };
  // Where the content of a frame element begins, in this document's viewport.
  const frame = ({ n }) => {
    const el = find(n);
    const r = el.getBoundingClientRect(), s = getComputedStyle(el);
    return { left: r.x + el.clientLeft + parseFloat(s.paddingLeft), top: r.y + el.clientTop + parseFloat(s.paddingTop), width: el.clientWidth, height: el.clientHeight };
  };
  const quiet = () => {
    watch(document);
    return { idle: document.readyState === "loading" ? 0 : performance.now() - changed };
  };
  const about = ({ n }) => {
    const el = find(n);
    return el ? { tag: el.localName, type: el.type || "", editable: el.isContentEditable, multiple: !!el.multiple, readonly: !!el.readOnly, value: "value" in el ? String(el.value) : el.innerText,
      options: el.localName === "select" ? [...el.options].map((o, i) => ({ index: i, value: o.value, label: squeeze(o.label || o.text), disabled: o.disabled || !!o.closest("optgroup[disabled]") })) : [] } : null;
  };
  // What the page last said in its status and alert regions.
  const feedback = () =>
    [...document.querySelectorAll("[role=alert],[role=status],[aria-live=polite],[aria-live=assertive],output")]
      .filter((el) => shown(el) && el.getClientRects().length).map((el) => squeeze(el.innerText)).filter(Boolean);
  const under = ({ x, y }) => {
    const node = x === undefined ? document.activeElement : deepest(x, y);
    const link = node?.closest?.("a[href]");
    return { href: String(link?.href?.baseVal ?? link?.href ?? "") };
  };
  const COMMANDS = { read, under, aim, quiet, about, feedback };

  const run = (body) => {
    if (body.startsWith("#")) {
      const el = find(Number(body.slice(1)));
      return el ? [el] : [];
    }
    const call = JSON.parse(body);
    const node = document.createElement("i");
    node.textContent = JSON.stringify(COMMANDS[call.do](call) ?? null);
    return [node];
  };
  return { query: (_root, body) => run(body)[0] ?? null, queryAll: (_root, body) => run(body) };
})()
