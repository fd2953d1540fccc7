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

/**
 * What Zod says of a value of the wrong kind, for people: it names types of its own language. Other
 * sentences stay, most of them are ours.
 */
export function plainIssue(message: string): string {
  const [, expected = '', received = ''] =
    /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? []
  // Any value will do.
  if (expected === 'nonoptional') return 'This is required.'
  const kind = kinds[expected]
  if (!kind) return message
  return received === 'undefined'
    ? `This is required; it must be ${kind}.`
    : `This must be ${kind}, not ${kinds[received] ?? received}.`
}
