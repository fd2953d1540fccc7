import ts from 'typescript-js'
import { shortText } from '#lib/domain/text'

/** A name that does not exist, in the words of TypeScript for other surroundings. */
const unknownName = new Set(
  // The last two are declared without a value, because the sandbox has none: `Intl`, `WeakRef`.
  [2304, 2503, 2580, 2581, 2582, 2583, 2584, 2585, 2591, 2592, 2593, 2693, 2708],
)
/** The same, with a name that was probably meant. */
const similarName = new Set([2551, 2552, 2570])

/**
 * What says nothing of a run: 7000 to 7099 are types that the author left out, 8000 to 8099 are
 * types in JavaScript, 2454 is a variable that is undefined before its first value, 1294 and 2307
 * are refused by the compiler of the sandbox.
 */
export const isIgnored = (code: number, isTypeScript: boolean): boolean =>
  (code >= 7000 && code < 7100) ||
  (code >= 8000 && code < 8100) ||
  [1294, 2307, 2454, 2792].includes(code) ||
  (!isTypeScript && runsInJavaScript.has(code))

/** JavaScript counts with dates as with numbers. */
const runsInJavaScript = new Set([2362, 2363])

const maxMessage = 400

/** A message of TypeScript for the author of a workflow. */
export function messageOf({ code, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n')
  const [first = '', second] = text.split('\n').map((line) => line.trim())
  const name = /'([^']*)'/.exec(first)?.[1]
  if (unknownName.has(code) && name)
    return (
      `There is no "${name}" here. Code has the language, ApiError and console; ` +
      'what comes from outside is in its argument.'
    )
  const message = similarName.has(code) || !second ? first : `${first} ${second}`
  return shortText(message, maxMessage)
}
