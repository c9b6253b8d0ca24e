const app = document.getElementById("app");
app.innerHTML = `<main><h1>Notes</h1><p role="status"></p><p role="alert"></p><ul></ul>
<form><label>Title<input name="title" required></label><label>Folder<select name="folder_id"></select></label>
<button>Add note</button></form></main>`;
const [list, form, folders] = ["ul", "form", "select"].map((name) => app.querySelector(name));
const say = (role, text) => { app.querySelector(`[role=${role}]`).textContent = text; };

async function call(method, path, body) {
  say("status", ""); say("alert", "");
  const answer = await fetch(path, { method, headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) })
    .catch(() => null);
  const data = answer && (await answer.json().catch(() => ({})));
  if (answer?.ok) return data;
  say("alert", data?.error?.reason ?? "Something went wrong. Please try again.");
  return null;
}

async function show() {
  const answer = await call("GET", "/api/notes");
  list.replaceChildren(...(answer?.items ?? []).map(row));
}

function row(note) {
  const item = document.createElement("li");
  item.innerHTML = `<h2></h2><label><input type="checkbox">Done</label><button type="button">Delete</button>`;
  item.querySelector("h2").textContent = note.title;
  const done = item.querySelector("input");
  done.checked = note.done;
  done.setAttribute("aria-label", `${note.title} done`);
  done.onchange = () => change("PATCH", note, { done: done.checked }, "Saved");
  const remove = item.querySelector("button");
  remove.setAttribute("aria-label", `Delete ${note.title}`);
  remove.onclick = () => change("DELETE", note, undefined, "Deleted");
  return item;
}

async function change(method, note, body, word) {
  const done = await call(method, `/api/notes/${note.id}`, body);
  const alert = app.querySelector("[role=alert]").textContent;
  await show();
  done ? say("status", word) : say("alert", alert);
}

form.onsubmit = async (event) => {
  event.preventDefault();
  const added = await call("POST", "/api/notes", Object.fromEntries(new FormData(form)));
  if (!added) return;
  form.reset();
  await show();
  say("status", "Note added");
};

const { items } = await (await fetch("/api/folders")).json();
folders.replaceChildren(...items.map((folder) => new Option(folder.name, folder.id)));
await show();
