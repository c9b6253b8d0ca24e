/**
 * Runs effects right after the render that asked for them, not after the next frame. Zag's machines keep a text
 * field and their own copy of its text in step by effects: with a frame in between, a fast typist's letters are
 * overwritten by older ones. Import before anything renders.
 */
import { options } from "preact";

interface EffectOptions {
  requestAnimationFrame?: (run: () => void) => void;
}

(options as EffectOptions).requestAnimationFrame = (run) => queueMicrotask(run);
