const rightToLeft = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'ks',
  'ps',
  'sd',
  'syr',
  'ug',
  'ur',
  'yi',
])

const baseOf = (language: string): string => (language.split('-')[0] ?? '').toLowerCase()

/** The direction in which a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.has(baseOf(language)) ? 'rtl' : 'ltr'

/** The name of a language in itself, such as "español". */
export function nameOfLanguage(language: string): string {
  try {
    const names = new Intl.DisplayNames([language], { type: 'language' })
    return names.of(language) ?? language
  } catch {
    return language
  }
}

/** The languages of an `Accept-Language` header, the preferred one first. */
function accepted(header: string): string[] {
  return header
    .slice(0, 1000)
    .split(',')
    .map((part, index) => {
      const [language = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean)
      return { language, quality: quality === undefined ? 1 : Number(quality), index }
    })
    .filter(({ language, quality }) => language !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality || one.index - other.index)
    .map(({ language }) => language.toLowerCase())
}

/**
 * Which of the offered languages a visitor gets: the one they chose, else the best of their
 * browser, else the first.
 */
export function chooseLanguage(
  offered: readonly string[],
  chosen: string | null,
  acceptLanguage: string,
): string {
  const [first = 'en'] = offered
  for (const wanted of [...(chosen ? [chosen.toLowerCase()] : []), ...accepted(acceptLanguage)]) {
    const exact = offered.find((each) => each.toLowerCase() === wanted)
    const found = exact ?? offered.find((each) => baseOf(each) === baseOf(wanted))
    if (found) return found
  }
  return first
}
