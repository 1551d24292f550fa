export { changeableMembers, deriveSingletons, isMasked, type Singleton } from "./singleton.js";
