/**
 * Steps of writing (a letter more, less, other, or swapped with its neighbour) from one word to
 * another.
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
const longest = 60
const most = 3

/**
 * The known names that somebody may have meant by `name`, the nearest first, at most three: slips
 * of the keys, another spelling (`patientId`, `patient_id`), a part of the word.
 */
export function nearestNames(name: string, known: Iterable<string>): string[] {
  const wanted = plain(name)
  if (wanted === '' || wanted.length > longest) return []
  return [...known]
    .flatMap((one) => {
      const other = plain(one)
      if (other === '' || other.length > longest) return []
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
    .slice(0, most)
    .map(({ one }) => one)
}

/** “Did you mean "name"?”, or what there is when nothing is near; nothing when there is nothing. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const names = [...known]
  const near = nearestNames(name, names).map((one) => `"${one}"`)
  if (near.length > 0)
    return ` Did you mean ${near.length === 1 ? near[0] : `${near.slice(0, -1).join(', ')} or ${near.at(-1)}`}?`
  return names.length === 0
    ? ''
    : ` There is: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}.`
}
