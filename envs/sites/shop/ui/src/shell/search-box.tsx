import { SearchCombobox } from "@kit/combobox";
import { useGo, usePlace } from "@kit/router";
import { useEffect, useState } from "preact/hooks";
import { suggest } from "../api/endpoints";
import { links } from "../api/links";
import type { Suggestion } from "../api/types";

const find = async (text: string): Promise<readonly Suggestion[]> => (await suggest(text)).items;

export function SearchBox() {
  const { path, query } = usePlace();
  const go = useGo();
  const asked = path === links.search ? (query.get("q") ?? "") : "";
  const [text, setText] = useState(asked);
  useEffect(() => setText(asked), [asked]);
  return (
    <SearchCombobox
      label="Search Tidewell"
      placeholder="Search for lamps, kettles, tents…"
      submitLabel="Search"
      text={text}
      onText={setText}
      suggest={find}
      onPick={(picked) => go(picked.href)}
      onSubmit={(wanted) => go(wanted ? `${links.search}?q=${encodeURIComponent(wanted)}` : links.search)}
    />
  );
}
