const plain = /^-?\d+(?:\.\d+)?$/

/**
 * Writes a decimal for JSON: as a number where that is exact (up to 15 significant digits, which
 * every double holds), else as text, such as `9007199254740993`.
 */
export function exactNumber(text: string): number | string {
  if (!plain.test(text)) return text
  const digits = text.replace(/^-/, '').replace('.', '').replace(/^0+/, '')
  const value = Number(text)
  return digits.length <= 15 || (Number.isSafeInteger(value) && String(value) === text)
    ? value
    : text
}

/** A floating point number; values without a JSON form (NaN, Infinity) stay text. */
export function floatNumber(text: string): number | string {
  const value = Number(text)
  return text.trim() !== '' && Number.isFinite(value) ? value : text
}
