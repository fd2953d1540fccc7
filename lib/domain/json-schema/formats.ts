import { fullFormats, type FormatName } from 'ajv-formats/dist/formats.js'
import { isClockTime } from '../form/clock-time.ts'

/** A format of texts or of numbers. `steps` limits the work of testing a text. */
export type Format = {
  of: 'string' | 'number'
  /** Longer texts do not have the format, so that the time of a test is limited. */
  longest: number
  steps(characters: number): number
  test(value: string | number): boolean
}

/** Alphabet and padding of base64; the package's own expression overflows the stack. */
const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, ''))

const linear = (characters: number): number => 1 + characters
/** For formats whose test searches again at each character. */
const quadratic = (characters: number): number => 1 + (characters * characters) / 8

type Known = (typeof fullFormats)[FormatName]

function formatOfPackage(name: string, definition: Known): Format | undefined {
  if (typeof definition !== 'object' && typeof definition !== 'function') return undefined
  const validate = 'validate' in definition ? definition.validate : definition
  const of = 'type' in definition && definition.type === 'number' ? 'number' : 'string'
  const steps = name === 'url' ? quadratic : linear
  const longest = name === 'url' ? 2_048 : 20_000
  if (validate instanceof RegExp)
    return { of, longest, steps, test: (value) => validate.test(String(value)) }
  if (typeof validate !== 'function') return undefined
  const test = validate as (value: string | number) => unknown
  return { of, longest, steps, test: (value) => test(value) === true }
}

const known = new Map<string, Format>([
  ...Object.entries(fullFormats).flatMap(([name, definition]): [string, Format][] => {
    const format = formatOfPackage(name, definition)
    return format ? [[name, format]] : []
  }),
  [
    'time',
    { of: 'string', longest: 30, steps: linear, test: (value) => isClockTime(String(value)) },
  ],
  [
    'byte',
    {
      of: 'string',
      longest: Infinity,
      steps: linear,
      test: (value) => isBase64(String(value)),
    },
  ],
])

/** A format by its name; an unknown one allows everything, by the standard. */
export function formatOf(name: unknown): Format | undefined {
  return typeof name === 'string' ? known.get(name) : undefined
}
