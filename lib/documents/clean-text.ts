/** Text of a document in one form: lines end with a line feed, and nothing is around it. */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').replaceAll('\r\n', '\n').trim()
}
