import { Liquid, LiquidError, type Template } from 'liquidjs'
import sanitizeHtml from 'sanitize-html'
import { drawnHtml } from '../../draw/drawn-html.ts'
import { maxFilledCharacters, type Clock, type LiquidPart } from '../messages.ts'
import { Refused, refuse } from './refused.ts'

/** Tags that would read other templates: there are none, and no files either. */
const refusedTags = ['include', 'render', 'layout', 'block']
/** Filters that answer something else each time. */
const refusedFilters = ['sample']

const noFile = () => refuse('', 'A template cannot use other files.')

/** A Liquid engine without files, network and code, whose work is limited. */
function engine(html: boolean, clock?: Clock): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    cache: false,
    relativeReference: false,
    dynamicPartials: false,
    parseLimit: 1_000_000,
    // The pool ends what takes too long; these name the template as the cause.
    renderLimit: 5_000,
    memoryLimit: 50_000_000,
    locale: 'en-US',
    timezoneOffset: clock?.timeZone ?? 'UTC',
    dateFormat: '%B %-d, %Y',
    // Data is text wherever it stands: signs of HTML in it are escaped.
    ...(html ? { outputEscape: 'escape' as const } : {}),
    fs: {
      exists: async () => false,
      existsSync: () => false,
      readFile: async () => noFile(),
      readFileSync: noFile,
      resolve: noFile,
    },
  })
  for (const name of refusedTags)
    liquid.registerTag(name, {
      parse: () => {
        throw new Error(`the tag “${name}” reads other templates, which is not possible here`)
      },
      render: () => '',
    })
  for (const name of refusedFilters) liquid.unregisterFilter(name)
  // Marks a placeholder for a picture; its value already is one.
  liquid.registerFilter('picture', (value: unknown) => value)
  return liquid
}

/** Liquid's message ends with the place, which is said in our words. */
const sentence = (message: string): string => {
  const plain = message.replace(/, (?:file:[^,]*, )?line:\d+, col:\d+$/, '')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`
}

export const placeOf = (part: string, line: number): string => `in the ${part}, line ${line}`

function refuseError(part: string, error: unknown): never {
  if (error instanceof Refused) throw error
  if (LiquidError.is(error)) {
    const [line = 1] = error.token.getPosition()
    return refuse(placeOf(part, line), sentence(error.message))
  }
  if (error instanceof RangeError)
    return refuse(`in the ${part}`, 'It is nested too deeply. Make it simpler.')
  if (error instanceof Error) return refuse(`in the ${part}`, sentence(error.message))
  throw error
}

/** Parses the parts of a template. Throws Refused with the problems of all parts. */
export function parseParts(
  parts: LiquidPart[],
  clock?: Clock,
): { part: LiquidPart; templates: Template[]; liquid: Liquid }[] {
  const problems: Refused['problems'] = []
  const parsed = parts.flatMap((part) => {
    const liquid = engine(part.html, clock)
    try {
      return [{ part, templates: liquid.parse(part.text), liquid }]
    } catch (error) {
      try {
        refuseError(part.name, error)
      } catch (thrown) {
        if (!(thrown instanceof Refused)) throw thrown
        problems.push(...thrown.problems)
      }
      return []
    }
  })
  if (problems.length > 0) throw new Refused(problems)
  return parsed
}

/** Fills the parts of a template with data that fits its fields. The same input gives the same. */
export function fillParts(
  parts: LiquidPart[],
  data: Record<string, unknown>,
  clock: Clock,
): Record<string, string> {
  const at = new Date(clock.at).getTime()
  const realNow = Date.now
  const filled: Record<string, string> = {}
  for (const { part, templates, liquid } of parseParts(parts, clock))
    try {
      // `'now' | date` must be the same when a step is repeated.
      Date.now = () => at
      const text = String(liquid.renderSync(templates, data))
      const result = part.html ? sanitizeHtml(text, drawnHtml) : text
      if (result.length > maxFilledCharacters)
        refuse(`in the ${part.name}`, 'What it becomes has more than 2 million characters.')
      filled[part.name] = result
    } catch (error) {
      refuseError(part.name, error)
    } finally {
      Date.now = realNow
    }
  return filled
}
