/**
 * What widgets tell to those who do not see them. Takes the place of @zag-js/live-region, whose regions are alerts
 * that speak up to three seconds late: on our pages an alert is a refusal, and nothing happens after a while.
 */
const ID = "announcements";

export interface LiveRegion {
  announce: (message: string) => void;
  destroy: () => void;
  toJSON: () => string;
}

function region(): HTMLElement {
  const found = document.getElementById(ID);
  if (found) return found;
  const made = document.createElement("div");
  made.id = ID;
  made.className = "sr-only";
  made.setAttribute("aria-live", "polite");
  document.body.append(made);
  return made;
}

export function createLiveRegion(): LiveRegion {
  return {
    announce: (message) => {
      region().textContent = message;
    },
    destroy: () => {
      region().textContent = "";
    },
    toJSON: () => ID,
  };
}
