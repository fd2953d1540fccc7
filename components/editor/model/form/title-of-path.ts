import { humanName } from '#lib/domain/human-name'

type Schema = Record<string, unknown>

const below = (schema: Schema | undefined, name: string, key: string): Schema | undefined =>
  (schema?.[name] as Record<string, Schema> | undefined)?.[key]

/** What people call a field of a form by its path: `claims.0.amount` is `Claims › 1 › Amount`. */
export function titleOfPath(form: Schema, path: string): string {
  let schema: Schema | undefined = form
  const titles: string[] = []
  for (const key of path.split('.')) {
    const field = below(schema, 'properties', key)
    const isEntry = field === undefined && /^\d+$/.test(key)
    schema = isEntry ? (schema?.['items'] as Schema | undefined) : field
    const title = schema?.['title']
    const named = typeof title === 'string' && title !== '' ? title : humanName(key)
    titles.push(isEntry ? String(Number(key) + 1) : named)
  }
  return titles.join(' › ')
}
