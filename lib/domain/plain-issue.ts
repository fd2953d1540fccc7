const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** Zod's names of the formats in contracts; other formats keep Zod's names. */
const formats: Record<string, string> = {
  'ISO datetime': 'a date and time, such as 2026-03-07T09:00:00Z',
  'ISO date': 'a date, such as 2026-03-07',
  'ISO time': 'a time, such as 09:00:00',
  'ISO duration': 'a duration, such as PT15M',
  'email address': 'an e-mail address, such as name@example.com',
  URL: 'a web address, such as https://example.com',
  UUID: 'an id (UUID)',
  UUIDv4: 'an id (UUID)',
  GUID: 'an id (UUID)',
}

function kindSentence(expected: string, received: string): string | undefined {
  // Any value will do.
  if (expected === 'nonoptional') return 'This is required.'
  const kind = kinds[expected]
  if (!kind) return undefined
  if (received === 'undefined') return `This is required; it must be ${kind}.`
  // The value of a query or a form field is made a number before it is checked.
  if (/^(?:NaN|-?Infinity)$/.test(received)) return `This must be ${kind}.`
  if (expected === 'int' && received === 'number') return `This must be ${kind}.`
  return `This must be ${kind}, not ${kinds[received] ?? received}.`
}

const counted = (count = '', units = ''): string =>
  `${count} ${count === '1' ? units.replace(/ies$/, 'y').replace(/s$/, '') : units}`

/** Zod's sentences as patterns, and the sentences made from what the patterns found. */
const sentences: [pattern: RegExp, say: (...found: string[]) => string | undefined][] = [
  [/^Invalid input: expected (\w+), received (-?\w+)$/, kindSentence],
  [
    /^Invalid input: expected (".*"|-?[\d.]+|true|false|null)$/s,
    (value) => `This must be ${value}.`,
  ],
  [
    /^Invalid option: expected one of (.+)$/s,
    (options = '') => `This must be one of ${options.split(/(?<=")\|(?=")/).join(', ')}.`,
  ],
  [/^Invalid input$/, () => 'This is none of the values that may be here.'],
  [
    /^Invalid string: must match pattern/,
    () => 'This text does not have the form that is asked for.',
  ],
  [
    /^Invalid string: must ((?:start|end) with|include) (".*")$/s,
    (how, text) => `This must ${how} ${text}.`,
  ],
  [
    /^Invalid number: must be a multiple of (\S+)$/,
    (step) => `This must be a multiple of ${step}.`,
  ],
  [
    /^Too small: expected \w+ to have >=?(\d+) (\w+)$/,
    (least, units) => `This must have at least ${counted(least, units)}.`,
  ],
  [
    /^Too big: expected \w+ to have <=?(\d+) (\w+)$/,
    (most, units) => `This may have at most ${counted(most, units)}.`,
  ],
  [/^Too small: expected \w+ to be >=(\S+)$/, (least) => `This must be at least ${least}.`],
  [/^Too small: expected \w+ to be >(\S+)$/, (bound) => `This must be more than ${bound}.`],
  [/^Too big: expected \w+ to be <=(\S+)$/, (most) => `This may be at most ${most}.`],
  [/^Too big: expected \w+ to be <(\S+)$/, (bound) => `This must be less than ${bound}.`],
  [
    /^Invalid ([\w.-]+(?: [\w-]+){0,2})$/,
    (format = '') => `This must be ${formats[format] ?? `a valid ${format}`}.`,
  ],
]

/**
 * Rewrites Zod's sentence about a value that does not fit, because Zod names types of TypeScript.
 * Other sentences, most of which are ours, stay.
 */
export function plainIssue(message: string): string {
  for (const [pattern, say] of sentences) {
    const found = pattern.exec(message)?.slice(1)
    if (found) return say(...found) ?? message
  }
  return message
}
