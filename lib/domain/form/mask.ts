/** The keyword of a mask: 9 stands for a digit, A for a letter, * for either; others stand as they are. */
export const maskKeyword = 'x-formMask'
/** `plain`: stored without the mask's own characters. */
export const maskStoredKeyword = 'x-formMaskStored'

const places: Record<string, RegExp> = { '9': /\d/, A: /\p{L}/u, '*': /[\p{L}\d]/u }

/** What was typed without everything that no place of a mask can take. */
const withoutMask = (text: string): string => text.replace(/[^\p{L}\d]/gu, '')

/**
 * The text with the mask's own characters in place, as far as it goes. A text that does not fit
 * stays as it was typed, so that nothing is lost and the schema refuses it.
 */
export function masked(mask: string, text: string): string {
  const given = Array.from(withoutMask(text))
  let result = ''
  let waiting = ''
  for (const sign of mask) {
    const place = places[sign]
    if (!place) {
      // The mask may itself have letters and digits, such as the 1 in "+1 999".
      if (given.length > 0 && given[0] === sign && /[\p{L}\d]/u.test(sign)) given.shift()
      waiting += sign
      continue
    }
    const next = given.shift()
    if (next === undefined) return result
    if (!place.test(next)) return text
    result += waiting + next
    waiting = ''
  }
  return given.length > 0 ? text : result
}

/** The value that is stored of a typed text: formatted, or without the mask's own characters. */
export function storedOf(mask: string, text: string, isPlain: boolean): string {
  const shown = masked(mask, text)
  if (!isPlain) return shown
  let result = ''
  const signs = Array.from(mask)
  for (const [index, sign] of Array.from(shown).entries())
    if (places[signs[index] ?? ''] ?? sign !== signs[index]) result += sign
  return result
}

const patterns: Record<string, string> = { '9': '[0-9]', A: '\\p{L}', '*': '[\\p{L}0-9]' }

/** The rule that a value fills its whole mask, in the form in which it is stored. */
export function patternOfMask(mask: string, isPlain: boolean): string {
  const signs = Array.from(mask).map((sign) => {
    const place = patterns[sign]
    if (place !== undefined) return place
    return isPlain ? '' : sign.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
  })
  return `^${signs.join('')}$`
}

export const isMask = (mask: string): boolean =>
  mask.length <= 60 && Array.from(mask).some((sign) => sign in places)
