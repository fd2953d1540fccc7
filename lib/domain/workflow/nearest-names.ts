/**
 * The edit distance of two words in which a swap of neighbours is one edit (optimal string
 * alignment). Own code, because the libraries (`fastest-levenshtein`, `leven`) count a swap as two
 * edits, and swapped letters are the commonest slip in a short name ("nmae").
 */
function distance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const ways = [
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (same ? 0 : 1),
      ]
      if (swapped) ways.push((before[j - 2] as number) + 1)
      next.push(Math.min(...ways))
    }
    before = row
    row = next
  }
  return row[other.length] as number
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
const maxLength = 60
const maxNames = 3
/** The maximum number of names that `didYouMean` lists when none is near. */
const maxListed = 20

/**
 * The known names that `name` may mean, the nearest first, at most three: for a typing slip,
 * another spelling (`patientId`, `patient_id`), or a part of the word.
 */
export function nearestNames(name: string, known: Iterable<string>): string[] {
  const wanted = plain(name)
  if (wanted === '' || wanted.length > maxLength) return []
  return [...known]
    .flatMap((one) => {
      const other = plain(one)
      if (other === '' || other.length > maxLength) return []
      const within =
        wanted.length > 2 &&
        other.length > 2 &&
        (other.startsWith(wanted) ||
          wanted.startsWith(other) ||
          other.endsWith(wanted) ||
          wanted.endsWith(other))
      const far = distance(wanted, other)
      return far <= Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 3)) || within
        ? [{ one, far }]
        : []
    })
    .sort((one, other) => one.far - other.far)
    .slice(0, maxNames)
    .map(({ one }) => one)
}

/** "Did you mean …?", or the known names when none is near; empty when there are none. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const names = [...known]
  const near = nearestNames(name, names).map((one) => `"${one}"`)
  const last = near.pop()
  if (last !== undefined)
    return ` Did you mean ${near.length === 0 ? last : `${near.join(', ')} or ${last}`}?`
  if (names.length === 0) return ''
  const more = names.length > maxListed ? ', …' : ''
  return ` There is: ${names.slice(0, maxListed).join(', ')}${more}.`
}
