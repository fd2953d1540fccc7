/**
 * What a text that an editor is given means. `said`: what the editor said and has not heard again,
 * the oldest first; `shown`: what it shows. It is new where the editor neither shows nor said it.
 */
export function heard(
  said: readonly string[],
  text: string,
  shown: string,
): { left: string[]; isNew: boolean } {
  if (text === shown) return { left: [], isNew: false }
  const at = said.indexOf(text)
  return at < 0 ? { left: [], isNew: true } : { left: said.slice(at + 1), isNew: false }
}
