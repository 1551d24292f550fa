export {
  fromPlain,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonResult,
  numberAsWritten,
  parseJson,
  parseJsonBytes,
  renderJson,
  sameJson,
  toPlain,
} from "./json.js";
