export { Stop } from "../../run/index.js";
