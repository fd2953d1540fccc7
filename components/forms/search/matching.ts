/** A choice of a long list, with its place in the list. */
export type Option = { index: number; label: string }

/** So many are drawn at once; the person types to see others. */
export const mostShown = 100

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** A search over many choices: what is folded once is kept. */
export function searchOf(labels: string[]) {
  const all = labels.map((label, index) => ({ index, label, folded: folded(label) }))
  return (text: string): Option[] => {
    const wanted = folded(text.trim())
    if (wanted === '') return all
    const words = wanted.split(/\s+/)
    const found = all.filter((one) => words.every((word) => one.folded.includes(word)))
    const first = found.filter((one) => one.folded.startsWith(wanted))
    return first.length === 0 ? found : [...first, ...found.filter((one) => !first.includes(one))]
  }
}
