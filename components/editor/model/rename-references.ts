/** A string or a comment, whose text is no reference. */
const skipped = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|/\*[\s\S]*?\*/`
/** `steps` with its dot or bracket. */
const stepsAccess = String.raw`(?<![\w])steps\s*(?:\?\.\[|\?\.|\.|\[)\s*`
const quote = '["\'`]'

/**
 * Replaces `steps.<from>` by `steps.<to>` in a text (JSONata or TypeScript): dotted, optional, in
 * backticks or in brackets. Names inside longer words (`mysteps.a`, `steps.ab`) and inside strings
 * stay. It works on text, because an incomplete expression has no syntax tree.
 */
function renameReferences(text: string, from: string, to: string): string {
  if (!text.includes(from)) return text
  const reference = new RegExp(
    `(${skipped})|(${stepsAccess})(${quote}?)${from}(?![\\w$])(${quote}?)`,
    'g',
  )
  return text.replace(
    reference,
    (whole: string, literal: string | undefined, head: string | undefined, open = '', close = '') =>
      literal !== undefined || head === undefined ? whole : `${head}${open}${to}${close}`,
  )
}

/** The same in every text of a value, at any depth; an unchanged value is the same object. */
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
