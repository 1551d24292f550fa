import type { ReferenceContract } from "./operations.js";

/** What the parent sends to the child: first `start`, some time later `stop`. */
export type ParentMessage =
  | {
      readonly kind: "start";
      readonly contract: ReferenceContract;
      readonly key: string;
      readonly port: number;
      readonly host: string;
    }
  | { readonly kind: "stop" };

/** What the child sends to the parent, once, after `start`. */
export type ChildMessage =
  | { readonly kind: "started"; readonly url: string }
  | { readonly kind: "failed"; readonly reason: string };
