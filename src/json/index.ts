export {
  fromPlain,
  headOfArray,
  isFraction,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonResult,
  numberAsWritten,
  parseJson,
  parseJsonBytes,
  renderJson,
  toPlain,
} from "./json.js";
