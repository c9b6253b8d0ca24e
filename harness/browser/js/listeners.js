// Runs in the page's world before any script of the page. Remembers which elements got a click listener, so that a plain
// clickable <span> can be told from text. Nothing is written to the document or to window: the reader in the isolated
// world asks by dispatching an event of a secret type, and this listener answers by preventing its default.
((secret) => {
  const kinds = new Set(["click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup"]);
  const listeners = new WeakMap(); // element -> Map(type -> Set(listener))
  const props = new WeakMap(); // element -> Set(property)
  const wrap = (object, name, note) => {
    object[name] = new Proxy(object[name], {
      apply(target, self, args) {
        const result = Reflect.apply(target, self, args);
        if (self instanceof Element && kinds.has(String(args[0])) && args[1]) note(self, String(args[0]), args[1]);
        return result;
      },
    });
  };
  wrap(EventTarget.prototype, "addEventListener", (element, type, listener) => {
    let types = listeners.get(element);
    if (!types) listeners.set(element, (types = new Map()));
    if (!types.has(type)) types.set(type, new Set());
    types.get(type).add(listener);
  });
  wrap(EventTarget.prototype, "removeEventListener", (element, type, listener) => {
    const set = listeners.get(element)?.get(type);
    set?.delete(listener);
    if (set && !set.size) listeners.get(element).delete(type);
  });
  for (const kind of kinds) {
    const property = "on" + kind;
    const own = Object.getOwnPropertyDescriptor(HTMLElement.prototype, property);
    if (!own?.set) continue;
    const set = new Proxy(own.set, {
      apply(target, self, args) {
        Reflect.apply(target, self, args);
        if (!props.has(self)) props.set(self, new Set());
        if (typeof args[0] === "function") props.get(self).add(property);
        else props.get(self).delete(property);
      },
    });
    Object.defineProperty(HTMLElement.prototype, property, { ...own, set });
  }
  window.addEventListener(
    secret,
    (event) => {
      const element = event.composedPath()[0];
      if (listeners.get(element)?.size || props.get(element)?.size) event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
})
