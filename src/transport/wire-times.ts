import type { Dispatcher } from "undici";

/** When a request was on the wire, by the clock of its client. */
export interface WireTimes {
  /** The time now, in ms. */
  readonly now: () => number;
  /** When it was written to its connection; absent if it never was. */
  writtenAt?: number;
  /** When the first byte of its response arrived, an interim one included; absent if none did. */
  firstByteAt?: number;
}

/**
 * Records for each request that has a `WireTimes` as its `opaque` when it is on the wire. A request may wait for its
 * connection to open, so that the moment at which it is handed over is too early.
 */
export function recordWireTimes(dispatcher: Dispatcher): void {
  const dispatch = dispatcher.dispatch.bind(dispatcher);
  dispatcher.dispatch = (options, handler) => {
    const { opaque } = options as Dispatcher.RequestOptions<WireTimes | undefined>;
    return dispatch(options, opaque ? recording(handler, opaque) : handler);
  };
}

/** The same handler. It is not wrapped in another one, since that would lose the order and the case of raw headers. */
function recording(handler: Dispatcher.DispatchHandler, times: WireTimes): Dispatcher.DispatchHandler {
  const connected = handler.onConnect?.bind(handler);
  handler.onConnect = (abort) => {
    times.writtenAt = times.now();
    connected?.(abort);
  };
  handler.onResponseStarted = () => {
    times.firstByteAt ??= times.now();
  };
  return handler;
}
