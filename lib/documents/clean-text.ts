/** Normalizes the text of a document: lines end with a line feed, and the text is trimmed. */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').replaceAll('\r\n', '\n').trim()
}
