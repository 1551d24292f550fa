// They stand in no index: a file that has code of its own would load all that it names.

/** Keys that stand in the environment, and texts without them. Loaded where an error is shown. */
export const loadExposedKeys = () => import("./exposed-keys.js");

/** Loaded by those commands that read a description or a configuration. */
export const loadSuites = () => import("./load-suite.js");

/** Loaded by those commands that meet a target. */
export const loadTarget = () => import("./target.js");
