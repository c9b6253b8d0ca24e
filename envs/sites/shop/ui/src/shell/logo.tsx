import { Link } from "@kit/router";
import { SITE } from "../site";

export function Logo() {
  return (
    <Link class="logo" href="/" aria-label={`${SITE} home`}>
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="10" fill="#0d5c58" />
        <path d="M5 14c4-5 7-5 11 0s7 5 11 0" fill="none" stroke="#f4d9a8" stroke-width="2.6" stroke-linecap="round" />
        <path d="M5 21c4-5 7-5 11 0s7 5 11 0" fill="none" stroke="#9ed0c9" stroke-width="2.6" stroke-linecap="round" />
      </svg>
      {SITE}
    </Link>
  );
}
