import "@kit/effects";
import "../../../../kit/ui/src/styles/base.css";
import "../../../../kit/ui/src/styles/controls.css";
import "../../../../kit/ui/src/styles/overlays.css";
import "./styles/theme.css";
import "./styles/shell.css";
import "./styles/catalogue.css";
import "./styles/product.css";
import "./styles/orders.css";
import { render } from "preact";
import { App } from "./app";

const root = document.getElementById("app");
if (root) render(<App />, root);
