/** In what way a text that came back is the text that was sent. */
export type TextFidelity = "exact" | "trimmed" | "normalised" | "trimmed and normalised" | "altered";

/** Compares a text with what became of it. Outer blanks may go and NFC may be applied; nothing else may change. */
export function compareText(sent: string, received: string): TextFidelity {
  if (received === sent) return "exact";
  const trimmed = [sent.trim(), sent.trimStart(), sent.trimEnd()];
  if (trimmed.includes(received)) return "trimmed";
  const normalised = sent.normalize("NFC");
  if (received === normalised) return "normalised";
  const both = [normalised.trim(), normalised.trimStart(), normalised.trimEnd()];
  return both.includes(received) ? "trimmed and normalised" : "altered";
}
