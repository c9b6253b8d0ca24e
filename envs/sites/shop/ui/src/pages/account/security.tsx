/** What the account is asked to confirm from time to time: a phone number, a card, an address. */
import { formatDate } from "@kit/clock";
import { useReading } from "@kit/data";
import { get, post } from "@kit/http";
import { Icon, type IconName } from "@kit/icons";
import { EmptyState, Loaded } from "@kit/pieces";
import { Link } from "@kit/router";
import { useId } from "preact/hooks";
import { getProfile } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Instant, Listed } from "../../api/types";
import { ActButton } from "./asking";
import { AccountPage } from "./layout";
import { Panel } from "./parts";

interface Confirmation {
  id: string;
  kind: string;
  label: string;
  confirmed_at: Instant | null;
  expires_at: Instant | null;
  standing: "valid" | "expired" | "needed";
}

const listConfirmations = () => get<Listed<Confirmation>>("/api/confirmations");
const confirm = (id: string) => post<Confirmation>(`/api/confirmations/${encodeURIComponent(id)}/confirm`);

const ICONS: Record<string, IconName> = { phone: "bell", card: "card", address: "pin", email: "user" };

const STANDING = {
  valid: ["Confirmed", "good"],
  expired: ["Confirmation expired", "warn"],
  needed: ["Needs confirming", "warn"],
} as const;

function when(one: Confirmation): string {
  if (!one.confirmed_at) return "Not confirmed yet";
  const told = `Confirmed on ${formatDate(one.confirmed_at)}`;
  if (!one.expires_at) return told;
  return `${told}, ${one.standing === "expired" ? "expired on" : "valid until"} ${formatDate(one.expires_at)}`;
}

function Row({ one }: { one: Confirmation }) {
  const id = useId();
  const [text, tint] = STANDING[one.standing];
  return (
    <li class="notice" aria-labelledby={id}>
      <span class="round">
        <Icon name={ICONS[one.kind] ?? "shield"} />
      </span>
      <div>
        <h3 id={id}>{one.label}</h3>
        <p class="muted small">{when(one)}</p>
      </div>
      <div class="stack" style={{ "--gap": "6px", alignItems: "flex-end" }}>
        <span class={`badge ${tint}`}>{text}</span>
        {one.standing !== "valid" && (
          <ActButton
            size="small"
            kind="soft"
            label="Confirm"
            name={`Confirm ${one.label}`}
            said={`Confirmed: ${one.label}`}
            job={() => confirm(one.id)}
          />
        )}
      </div>
    </li>
  );
}

function SignIn() {
  const reading = useReading("profile", getProfile);
  return (
    <Panel title="Signing in" icon="user" actions={<Link href={links.profile}>Change in your profile</Link>}>
      <Loaded reading={reading}>
        {(profile) => (
          <dl class="facts">
            <dt>Email</dt>
            <dd>{profile.email}</dd>
            <dt>Phone</dt>
            <dd>{profile.phone}</dd>
          </dl>
        )}
      </Loaded>
    </Panel>
  );
}

export function SecurityPage() {
  const reading = useReading("confirmations", listConfirmations);
  return (
    <AccountPage
      title="Sign-in & security"
      lead="From time to time we ask you to confirm details, so that nobody else can use your account."
    >
      <SignIn />
      <h2>Details to confirm</h2>
      <Loaded reading={reading}>
        {(list) =>
          list.items.length === 0 ? (
            <EmptyState title="Nothing to confirm">
              <p class="muted">All your details are up to date.</p>
            </EmptyState>
          ) : (
            <ul class="panel list-panel">
              {list.items.map((one) => (
                <Row key={one.id} one={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </AccountPage>
  );
}
