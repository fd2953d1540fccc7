type Schema = Record<string, unknown>

/** The keyword of a form's pages, at the top of its schema. */
export const pagesKeyword = 'x-formPages'

/** A page of a form: its title, a text below it, and the names of its fields. */
export type FormPage = { title: string; description: string; fields: string[] }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const pageOf = (value: unknown): FormPage[] =>
  isObject(value)
    ? [
        {
          title: textOf(value['title']),
          description: textOf(value['description']),
          fields: Array.isArray(value['fields'])
            ? value['fields'].filter((name) => typeof name === 'string')
            : [],
        },
      ]
    : []

/** The pages as the author wrote them. */
export function writtenPages(schema: Schema): FormPage[] {
  const given = schema[pagesKeyword]
  return Array.isArray(given) ? given.flatMap(pageOf) : []
}

/**
 * The pages of a form with these fields; none for a form of one page. A field is on the first page
 * that names it; fields that none names, such as those of a condition, are on the last.
 */
export function pagesOf(schema: Schema, names: string[]): FormPage[] {
  const written = writtenPages(schema)
  if (written.length < 2) return []
  const left = new Set(names)
  const pages = written.map((page) => {
    const fields = page.fields.filter((name) => left.has(name))
    for (const name of fields) left.delete(name)
    return { ...page, fields }
  })
  return pages.map((page, index) =>
    index === pages.length - 1 ? { ...page, fields: [...page.fields, ...left] } : page,
  )
}
