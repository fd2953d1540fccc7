/**
 * Puts `steps.<to>` where a text (JSONata or TypeScript) says `steps.<from>`: dotted, optional, in
 * backticks or in brackets. Names inside longer words (`mysteps.a`, `steps.ab`) and inside strings
 * stay. Works on text, because a half-typed expression has no tree.
 */
function renameReferences(text: string, from: string, to: string): string {
  if (!text.includes(from)) return text
  const reference = new RegExp(
    // 1: a string or comment, left alone · 2: `steps` with its dot or bracket · 3 and 4: the quotes
    // around the name
    String.raw`("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|/\*[\s\S]*?\*/)|((?<![\w])steps\s*(?:\?\.\[|\?\.|\.|\[)\s*)(["'` +
      '`' +
      String.raw`]?)${from}(?![\w$])(["'` +
      '`' +
      ']?)',
    'g',
  )
  return text.replace(
    reference,
    (whole: string, literal: string | undefined, head: string | undefined, open = '', close = '') =>
      literal !== undefined || head === undefined ? whole : `${head}${open}${to}${close}`,
  )
}

/**
 * The same in every text of a value, however deep. Returns the value itself when nothing changed.
 */
export function renameReferencesIn<T>(value: T, from: string, to: string): T {
  if (typeof value === 'string') return renameReferences(value, from, to) as T
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => renameReferencesIn(item, from, to))
    return (items.every((item, index) => item === value[index]) ? value : items) as T
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]): [string, unknown] => [
      key,
      renameReferencesIn(item as unknown, from, to),
    ])
    return (
      entries.every(([key, item]) => item === (value as Record<string, unknown>)[key])
        ? value
        : Object.fromEntries(entries)
    ) as T
  }
  return value
}
