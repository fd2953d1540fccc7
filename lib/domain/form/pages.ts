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

/** A page that a person sees; `at` is its place among all pages of the author, from 0. */
export type ShownPage = FormPage & { at: number }

/**
 * The pages of a form with these fields; none for a form of one page. A field is on the first page
 * that names it; fields that none names, such as those of a condition, are on the last. A page
 * whose fields are all not shown now is left out; one without fields of its own has only its text.
 */
export function pagesOf(schema: Schema, names: string[]): ShownPage[] {
  const written = writtenPages(schema)
  if (written.length < 2) return []
  const left = new Set(names)
  const pages = written.map((page, at) => {
    const fields = page.fields.filter((name) => left.has(name))
    for (const name of fields) left.delete(name)
    return { ...page, at, fields }
  })
  pages.at(-1)?.fields.push(...left)
  return pages.filter(({ at, fields }) => fields.length > 0 || written[at]?.fields.length === 0)
}
