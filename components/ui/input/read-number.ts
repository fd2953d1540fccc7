/** What a number may be. */
export type NumberBounds = {
  min?: number | undefined
  max?: number | undefined
  /** Allows a fraction; by default only whole numbers. */
  fractions?: boolean | undefined
  required?: boolean | undefined
}

const written = /^[+-]?(?:\d+\.?\d*|\.\d+)$/
/** With commas between its thousands, as numbers are shown. */
const grouped = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/
/** A number with at most so many digits is stored exactly. */
const exactDigits = 15

/** The number of a text; NaN for a text that is not a number or would be rounded. */
function exactly(typed: string): number {
  const text = grouped.test(typed) ? typed.replaceAll(',', '') : typed
  const isTooLong = text.replace(/\D|^[+-]?[0.]+/g, '').length > exactDigits
  return written.test(text) && !isTooLong ? Number(text) : NaN
}

/**
 * The typed number: undefined for nothing, NaN for input that is not a number within the bounds or
 * cannot be stored exactly.
 */
export function readNumber(text: string, bounds: NumberBounds): number | undefined {
  const { min = -Infinity, max = Infinity, fractions = false, required = false } = bounds
  if (text.trim() === '') return required ? NaN : undefined
  const value = exactly(text.trim())
  const fits = value >= min && value <= max && (fractions || Number.isInteger(value))
  return fits ? value : NaN
}

/** The allowed input, in a sentence. */
export function describeBounds({ min, max, fractions = false }: NumberBounds): string {
  const kind = fractions ? 'A number' : 'A whole number'
  if (min !== undefined && max !== undefined)
    return `${kind} from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`
  if (min !== undefined) return `${kind}, at least ${min.toLocaleString('en')}.`
  if (max !== undefined) return `${kind}, at most ${max.toLocaleString('en')}.`
  return `${kind}.`
}
