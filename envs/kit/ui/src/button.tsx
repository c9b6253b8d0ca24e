import type { JSX } from "preact";

type Props = Omit<JSX.IntrinsicElements["button"], "ref"> & {
  kind?: "primary" | "soft" | "quiet" | "danger";
  size?: "small";
  wide?: boolean;
};

export function Button({ kind, size, wide, class: extra, type = "button", ...rest }: Props) {
  const classes = ["btn", kind, size, wide && "wide", extra].filter(Boolean).join(" ");
  return <button type={type} class={classes} {...rest} />;
}
