import {
  changeWithoutETag,
  changeWithStaleETag,
  deletionWithoutETag,
  deletionWithStaleETag,
  staleVersion,
} from "./conditional.js";
import { notModified, onlyIfAbsent } from "./none-match.js";

/** Promises on requests with a condition: an ETag, or a version. They stand in the order of a run. */
export const conditional = {
  notModified,
  changeWithoutETag,
  changeWithStaleETag,
  staleVersion,
  onlyIfAbsent,
  deletionWithoutETag,
  deletionWithStaleETag,
};
