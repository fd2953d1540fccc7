/** Joins words as a sentence has them: `Ada, Bea and Cleo`. */
export function listWords(words: readonly string[], last: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

/** With a capital at its start. */
export const upperFirst = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** With a small letter at its start. */
export const lowerFirst = (text: string): string =>
  `${text.charAt(0).toLowerCase()}${text.slice(1)}`
