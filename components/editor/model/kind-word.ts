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

/** Whether a list has groups of fields as entries. */
export const isListOfGroups = (schema: Record<string, unknown> | undefined): boolean =>
  (schema?.['items'] as Record<string, unknown> | undefined)?.['type'] === 'object'
