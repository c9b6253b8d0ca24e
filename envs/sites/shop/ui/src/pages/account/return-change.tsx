import { Problem } from "@kit/fields";
import { useState } from "preact/hooks";
import { changeReturn } from "../../api/endpoints";
import type { Return, ReturnOptions } from "../../api/types";
import { useSettledWriter } from "./drafts";
import { FormActions } from "./parts";
import { MethodFields, RefundFields, type Way } from "./return-way";

/** What differs from the return as it stands, and fits the chosen way back. Pure. */
export function wayChange(ret: Return, way: Way): Parameters<typeof changeReturn>[1] {
  const change: Parameters<typeof changeReturn>[1] = {};
  if (way.method !== ret.method) change.method = way.method;
  if (way.method === "collection" && way.collection_date) change.collection_date = way.collection_date;
  if (way.method === "in_store" && way.store_id) change.store_id = way.store_id;
  if (way.refund_to !== ret.refund_to) change.refund_to = way.refund_to;
  return change;
}

export function ReturnChangeForm({ ret, options, close }: { ret: Return; options: ReturnOptions; close: () => void }) {
  const [way, setWay] = useState<Way>({
    method: ret.method,
    collection_date: ret.collection_date ?? "",
    store_id: ret.store_id ?? "",
    refund_to: ret.refund_to,
  });
  const writer = useSettledWriter();
  const save = async (event: Event) => {
    event.preventDefault();
    const done = await writer.run(() => changeReturn(ret.id, wayChange(ret, way)), `Return ${ret.number} changed`);
    if (done) close();
  };
  return (
    <form class="stack" onSubmit={save} noValidate>
      <MethodFields options={options} way={way} onWay={setWay} />
      <RefundFields options={options} way={way} onWay={setWay} />
      <Problem error={writer.error} />
      <FormActions save="Save changes" busy={writer.busy} onCancel={close} />
    </form>
  );
}
