/** Texts that no parser of the format takes. Sources: RFC 3339, RFC 5321, RFC 9562, RFC 4291, RFC 3986. */
export const noneOfFormat: Readonly<Record<string, string>> = {
  date: "not-a-date",
  "date-time": "not-a-date-time",
  email: "no-address",
  uuid: "not-a-uuid",
  time: "not-a-time",
  duration: "not-a-duration",
  uri: "not an address",
  ipv4: "not-an-address",
  ipv6: "not-an-address",
};
