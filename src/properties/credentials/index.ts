import { credentialFirst } from "./credential-first.js";
import {
  credential,
  credentialAnywhere,
  credentialAsElsewhere,
  nearMisses,
  otherSchemes,
} from "./credentials.js";
import { privateItems } from "./private-items.js";

/** Promises on the clients that an operation serves. They stand in the order of a run. */
export const credentials = {
  credential,
  credentialAsElsewhere,
  credentialAnywhere,
  otherSchemes,
  nearMisses,
  credentialFirst,
  privateItems,
};
