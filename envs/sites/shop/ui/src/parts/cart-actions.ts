/** Adding to the cart and buying now, the same from every page. */
import { useWriter, type Writer } from "@kit/data";
import { useGo } from "@kit/router";
import { addToCart } from "../api/endpoints";
import { links } from "../api/links";
import type { AddToCart } from "../api/types";

export function useAddToCart(): Writer & { add: (body: AddToCart, title: string) => Promise<boolean> } {
  const writer = useWriter();
  const add = async (body: AddToCart, title: string) => {
    const said = { text: `Added to cart: ${title}`, link: { text: "View cart", href: links.cart } };
    return (await writer.run(() => addToCart(body), said)) !== undefined;
  };
  return { ...writer, add };
}

export function buyNowHref(productId: string, variantId: string | null | undefined, quantity: number): string {
  const query = new URLSearchParams({ product_id: productId });
  if (variantId) query.set("variant_id", variantId);
  query.set("quantity", String(quantity));
  return `${links.checkout}?${query}`;
}

export function useBuyNow(): (productId: string, variantId?: string | null, quantity?: number) => void {
  const go = useGo();
  return (productId, variantId, quantity = 1) => go(buyNowHref(productId, variantId, quantity));
}
