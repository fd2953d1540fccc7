/** A text in lower case without accents, and where each of its characters stands in the original. */
export type Folded = { text: string; at: number[] }

/** Folds a text; dashes and apostrophes of typography become plain ones, every space one kind. */
export function folded(original: string): Folded {
  let text = ''
  const at: number[] = []
  let index = 0
  for (const sign of original) {
    const plain = sign
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
      .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    for (let unit = 0; unit < plain.length; unit++) at.push(index)
    text += plain
    index += sign.length
  }
  at.push(index)
  return { text, at }
}

/** A piece of a text that is to be replaced; offsets of the original. */
export type Span = { from: number; to: number }

/** Where a pattern fits in the folded text, as places of the original. */
export function spansOf({ text, at }: Folded, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map((match) => ({
    from: at[match.index] ?? 0,
    to: at[match.index + match[0].length] ?? 0,
  }))
}
