import { headerValues, type Response } from "../transport/index.js";

/** Programs that usually stand in front of servers, and may answer in their place. */
const proxies =
  /nginx|openresty|envoy|istio|traefik|varnish|haproxy|kong|cloudflare|cloudfront|akamai|awselb/i;

/** May a response come from what stands between the run and the server? Source: RFC 9110, sections 7.6.3 and 10.2.4. */
export function mayBeOfProxy(response: Response): boolean {
  const isVia = headerValues(response, "via").length > 0;
  return isVia || headerValues(response, "server").some((each) => proxies.test(each));
}
