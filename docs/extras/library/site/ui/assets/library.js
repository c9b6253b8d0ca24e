// One page without a build step. It keeps the kit's manners: one write at a time, a refusal is shown as the server gave
// it, any other failure asks to try again, a 2xx is believed, and lists are read again from the server.
const said = document.querySelector("#said");
const wrong = document.querySelector("#wrong");
const table = document.querySelector("#loans");
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

let writing = Promise.resolve();

/** Writes go out one after another, in the order in which the person made them. */
function write(path) {
  const mine = writing.then(() => call("POST", path));
  writing = mine.catch(() => {});
  return mine;
}

async function call(method, path) {
  const answer = await fetch(path, { method });
  const body = await answer.json();
  if (answer.ok) return body;
  throw new Error(answer.status < 500 ? body.error.reason : "");
}

function row(loan) {
  const line = document.createElement("tr");
  const renewed = loan.renewals ? `${loan.renewals} ×` : "–";
  for (const text of [loan.book.title, day.format(new Date(loan.due)), renewed]) {
    line.append(Object.assign(document.createElement("td"), { textContent: text }));
  }
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Renew" });
  button.setAttribute("aria-label", `Renew ${loan.book.title}`);
  button.addEventListener("click", () => renew(loan, button));
  const cell = document.createElement("td");
  cell.append(button);
  line.append(cell);
  return line;
}

async function renew(loan, button) {
  button.disabled = true;
  said.textContent = wrong.textContent = "";
  try {
    await write(`/api/loans/${loan.id}/renew`);
    said.textContent = "Renewed for two weeks.";
    await show();
  } catch (error) {
    wrong.textContent = error.message || "Something went wrong. Please try again.";
  }
  button.disabled = false;
}

async function show() {
  const { items } = await call("GET", "/api/loans");
  table.replaceChildren(...items.map(row));
}

show();
