const plain = /^-?\d+(?:\.\d+)?$/

/**
 * A decimal as JSON can carry it: a number where that loses nothing (up to 15 significant digits,
 * which every double keeps), else the text itself, as for `9007199254740993`.
 */
export function exactNumber(text: string): number | string {
  if (!plain.test(text)) return text
  const digits = text.replace(/^-/, '').replace('.', '').replace(/^0+/, '')
  const value = Number(text)
  return digits.length <= 15 || (Number.isSafeInteger(value) && String(value) === text)
    ? value
    : text
}

/** A floating point number; what JSON does not know (NaN, Infinity) stays text. */
export function floatNumber(text: string): number | string {
  const value = Number(text)
  return text.trim() !== '' && Number.isFinite(value) ? value : text
}
