export {
  fromPlain,
  headOfArray,
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
