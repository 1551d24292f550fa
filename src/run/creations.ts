/** One line of the journal of everything that a run may have added to a target. */
export type CreationEntry =
  /**
   * Written before the request goes out: the server may have stored this. One that is sent again, because it was
   * turned away or its connection refused, keeps its trace and has a line for each time: it may be stored more than once.
   */
  | {
      readonly event: "sending";
      /** The run, by the trace id of none of its requests: 32 hexadecimal digits. */
      readonly run: string;
      /** ISO 8601. */
      readonly at: string;
      /** As in the request's `traceparent`. */
      readonly trace: string;
      /** The body as it was sent. */
      readonly body: string;
      readonly target: string;
    }
  /** Written after an answer (201, or any 2xx) with an id: the server has stored this. */
  | {
      readonly event: "created";
      readonly run: string;
      readonly at: string;
      readonly trace: string;
      /** In decimal. */
      readonly id: string;
    };
