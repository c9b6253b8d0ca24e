import { useReading } from "@kit/data";
import { Dialog } from "@kit/dialog";
import { Loaded } from "@kit/pieces";
import { listAddresses, listPaymentMethods } from "../../api/endpoints";
import type { Product, Variant } from "../../api/types";

function Content(props: { product: Product; variant: Variant | null; onClose: () => void }) {
  const reading = useReading("subscribe-choices", async () => {
    const [{ SubscribeForm }, addresses, methods] = await Promise.all([
      import("../all"),
      listAddresses(),
      listPaymentMethods(),
    ]);
    return { SubscribeForm, addresses: addresses.items, methods: methods.items };
  });
  return (
    <Loaded reading={reading}>{({ SubscribeForm, ...choices }) => <SubscribeForm {...props} {...choices} />}</Loaded>
  );
}

export function SubscribeDialog(props: {
  product: Product;
  variant: Variant | null;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog title={`Subscribe to ${props.product.title}`} open={props.open} onClose={props.onClose}>
      <Content {...props} />
    </Dialog>
  );
}
