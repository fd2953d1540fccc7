const literal = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i

/** Sign, digits without zeros at either end, and the power of ten of the last digit. */
function canonical(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = literal.exec(text) ?? []
  if (whole + fraction === '') return undefined
  const digits = (whole + fraction).replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  if (kept === '') return '0'
  const power = Number(exponent) - fraction.length + (digits.length - kept.length)
  return `${sign === '-' ? '-' : ''}${kept}e${power}`
}

/**
 * Whether a whole number, as text, is beyond what a number can represent without rounding (2^53 -
 * 1).
 */
export const isTooLongInteger = (text: string): boolean =>
  /^[+-]?\d+$/.test(text) && !Number.isSafeInteger(Number(text))

/**
 * The number of a text, when a number represents it exactly: `undefined` for other texts, and for a
 * number with too many digits (`12345678901234567890` would become `12345678901234567000`).
 */
export function exactNumber(text: string): number | undefined {
  const given = text.trim()
  const wanted = canonical(given)
  if (wanted === undefined || isTooLongInteger(given)) return undefined
  const value = Number(given)
  return Number.isFinite(value) && canonical(String(value)) === wanted ? value : undefined
}

/** Whether a text is a number with more digits than can be stored exactly. */
export const isInexactNumber = (text: string): boolean =>
  canonical(text.trim()) !== undefined && exactNumber(text) === undefined
