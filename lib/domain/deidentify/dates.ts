export const monthNames = [
  'january february march april may june july august september october november december',
].flatMap((line) => line.split(' '))
const monthWords = `(?:${monthNames.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)`

/** Every usual way to write a date, in folded text. */
export const datePattern = new RegExp(
  [
    String.raw`(?<![\d./-])\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?![\d/-])`,
    String.raw`(?<![\d./-])\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?![\d/-])`,
    String.raw`(?<![\p{L}\d])${monthWords}\.?\s{1,3}\d{1,2}(?:st|nd|rd|th)?,?\s{1,3}\d{4}(?!\d)`,
    String.raw`(?<![\p{L}\d])\d{1,2}(?:st|nd|rd|th)?[\s-]{1,3}${monthWords}\.?,?[\s-]{1,3}\d{2,4}(?!\d)`,
    String.raw`(?<![\p{L}\d])${monthWords}\.?\s{1,3}\d{1,2}(?:st|nd|rd|th)?(?![\p{L}\d])`,
  ].join('|'),
  'gu',
)

type Parts = { year: number; month: number; day: number }

const isReal = ({ year, month, day }: Parts): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Two digits are of the last hundred years, up to now and ten years more. */
function wholeYear(digits: string): number {
  const year = Number(digits)
  if (digits.length !== 2) return year
  return year <= (new Date().getUTCFullYear() % 100) + 10 ? 2000 + year : 1900 + year
}

const monthNumber = (word: string): number =>
  monthNames.findIndex((name) => name.startsWith(word.slice(0, 3))) + 1

function partsOf(text: string): Parts | undefined {
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text)
  if (yearFirst)
    return { year: Number(yearFirst[1]), month: Number(yearFirst[2]), day: Number(yearFirst[3]) }
  const american = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2}|\d{4})$/.exec(text)
  if (american)
    return {
      year: wholeYear(american[3] ?? ''),
      month: Number(american[1]),
      day: Number(american[2]),
    }
  const wordFirst = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/.exec(text)
  if (wordFirst)
    return {
      year: Number(wordFirst[3]),
      month: monthNumber(wordFirst[1] ?? ''),
      day: Number(wordFirst[2]),
    }
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{2}|\d{4})$/.exec(
    text,
  )
  if (dayFirst)
    return {
      year: wholeYear(dayFirst[3] ?? ''),
      month: monthNumber(dayFirst[2] ?? ''),
      day: Number(dayFirst[1]),
    }
  return undefined
}

/** A written date as YYYY-MM-DD (03/04 is March 4th), or undefined when it is none. */
export function isoDateOf(text: string): string | undefined {
  const parts = partsOf(text.trim().toLowerCase())
  if (!parts || !isReal(parts)) return undefined
  const { year, month, day } = parts
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}
