/** Reads and writes the text form of Postgres arrays (documentation 8.15.2 and 8.15.6). */

type Item = string | null | Item[]

/** Reads `{1,NULL,"a,b",{…}}`, also with bounds in front (`[0:1]={…}`). Its items are texts. */
export function readArray(text: string, delimiter = ','): Item[] {
  const root: Item[] = []
  const open: Item[][] = []
  let at = text.indexOf('{')
  while (at < text.length) {
    const sign = text[at]
    if (sign === '{') {
      const next: Item[] = open.length === 0 ? root : []
      open.at(-1)?.push(next)
      open.push(next)
      at++
    } else if (sign === '}') {
      open.pop()
      at++
      if (open.length === 0) return root
    } else if (sign === delimiter) at++
    else if (sign === '"') {
      let value = ''
      for (at++; text[at] !== '"' && at < text.length; at++) {
        if (text[at] === '\\') at++
        value += text[at] ?? ''
      }
      at++
      open.at(-1)?.push(value)
    } else {
      const start = at
      while (at < text.length && text[at] !== delimiter && text[at] !== '}') at++
      const value = text.slice(start, at)
      open.at(-1)?.push(value === 'NULL' ? null : value)
    }
  }
  return root
}

/** Writes a JSON array in Postgres' form; objects in it become JSON text. */
export function writeArray(items: readonly unknown[], write: (value: unknown) => string): string {
  const parts = items.map((item) => {
    if (item === null || item === undefined) return 'NULL'
    if (Array.isArray(item)) return writeArray(item, write)
    return `"${write(item).replace(/["\\]/g, '\\$&')}"`
  })
  return `{${parts.join(',')}}`
}
