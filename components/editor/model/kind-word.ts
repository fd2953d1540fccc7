const words: Record<string, string> = {
  string: 'text',
  number: 'number',
  bigint: 'number',
  integer: 'number',
  boolean: 'yes or no',
  array: 'list',
  object: 'group',
  choice: 'choice',
}

/** What a value is (a type, or several, of JSON Schema), as people say it; '' when nobody knows. */
export function kindWord(type: unknown): string {
  const said = [type].flat().flatMap((one) => words[String(one)] ?? [])
  return [...new Set(said)].join(' or ')
}
