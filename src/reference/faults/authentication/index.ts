import type { Fault } from "../fault.js";
import { challengeFaults } from "./challenge.js";
import { checkedFirstFaults } from "./checked-before-the-key.js";
import { goodKeyRefusedFaults } from "./good-key-refused.js";
import { missingKeyFaults } from "./missing-key.js";
import { mistakeFirstFaults } from "./mistakes-before-the-key.js";
import { otherFormFaults } from "./other-forms-of-the-key.js";
import { similarKeyFaults } from "./similar-keys.js";
import { storedAlthoughUnauthorizedFaults } from "./stored-although-unauthorized.js";
import { wayAroundFaults } from "./ways-around-the-key.js";
import { wrongKeyFaults } from "./wrong-key.js";

/** Section "Authentication". */
export const authenticationFaults: readonly Fault[] = [
  ...missingKeyFaults,
  ...wrongKeyFaults,
  ...similarKeyFaults,
  ...otherFormFaults,
  ...checkedFirstFaults,
  ...mistakeFirstFaults,
  ...goodKeyRefusedFaults,
  ...storedAlthoughUnauthorizedFaults,
  ...challengeFaults,
  ...wayAroundFaults,
];
