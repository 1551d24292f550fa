/** In what way a text that came back is the text that was sent. */
export type TextFidelity = "exact" | "trimmed" | "normalised" | "trimmed and normalised" | "altered";

/** Compares a text with what became of it. Outer blanks may go and NFC may be applied; nothing else may change. */
export function compareText(sent: string, received: string): TextFidelity {
  if (received === sent) return "exact";
  if (received === sent.trim()) return "trimmed";
  if (received === sent.normalize("NFC")) return "normalised";
  if (received === sent.trim().normalize("NFC") || received === sent.normalize("NFC").trim()) {
    return "trimmed and normalised";
  }
  return "altered";
}
