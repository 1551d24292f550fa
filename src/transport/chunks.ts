/** Splits a body into the chunks in which it is sent: two, cut inside a character if one has several bytes. */
export function chunksOf(body: Uint8Array): readonly Uint8Array[] {
  const continuation = body.findIndex((byte) => (byte & 0xc0) === 0x80);
  const cut = continuation < 0 ? Math.ceil(body.length / 2) : continuation;
  return [body.subarray(0, cut), body.subarray(cut)].filter((chunk) => chunk.length > 0);
}
