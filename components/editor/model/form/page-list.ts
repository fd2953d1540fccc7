import { pagesKeyword, writtenPages, type FormPage } from '#lib/domain/form/pages'

type Schema = Record<string, unknown>

const namesOf = (schema: Schema) => Object.keys((schema['properties'] ?? {}) as Schema)

const written = ({ title, description, fields }: FormPage): Schema => ({
  title,
  ...(description ? { description } : {}),
  fields,
})

/** The schema with these pages; without any, the form is one page. */
export function withPages(schema: Schema, pages: FormPage[]): Schema {
  const { [pagesKeyword]: _old, ...rest } = schema
  return pages.length === 0 ? rest : { ...rest, [pagesKeyword]: pages.map(written) }
}

/** Splits the form: all its fields are on the first of two pages. */
export const splitIntoPages = (schema: Schema): Schema =>
  withPages(schema, [
    { title: 'Page 1', description: '', fields: namesOf(schema) },
    { title: 'Page 2', description: '', fields: [] },
  ])

/** The page that a field is on; fields that no page names are on the last. */
export function pageOfField(schema: Schema, name: string): number {
  const pages = writtenPages(schema)
  const index = pages.findIndex(({ fields }) => fields.includes(name))
  return index < 0 ? pages.length - 1 : index
}

/** Puts a field on a page; its order there follows the form. */
export function putOnPage(schema: Schema, name: string, page: number): Schema {
  const order = namesOf(schema)
  const pages = writtenPages(schema).map((one, index) => {
    const others = one.fields.filter((field) => field !== name)
    const fields = index === page ? [...others, name] : others
    return { ...one, fields: fields.sort((a, b) => order.indexOf(a) - order.indexOf(b)) }
  })
  return withPages(schema, pages)
}

/** Removes a page; its fields go to the one before, or to the next first page. */
export function removePage(schema: Schema, page: number): Schema {
  const pages = writtenPages(schema)
  const [removed] = pages.splice(page, 1)
  const heir = pages[Math.max(0, page - 1)]
  if (pages.length < 2 || !removed || !heir) return withPages(schema, [])
  heir.fields = [...heir.fields, ...removed.fields]
  return withPages(schema, pages)
}

/** The pages after a field has another name, or (without `to`) is gone, or the order is another. */
export function pagesAfter(schema: Schema, from?: string, to?: string): Schema {
  if (!(pagesKeyword in schema)) return schema
  const order = namesOf(schema)
  const known = new Set(order)
  const pages = writtenPages(schema).map((page) => ({
    ...page,
    fields: page.fields
      .map((name) => (name === from && to !== undefined ? to : name))
      .filter((name) => known.has(name))
      .sort((a, b) => order.indexOf(a) - order.indexOf(b)),
  }))
  return withPages(schema, pages)
}
