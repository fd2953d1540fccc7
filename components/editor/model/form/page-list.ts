import { pagesKeyword, writtenPages, type FormPage } from '#lib/domain/form/pages'

type Schema = Record<string, unknown>

const propertiesOf = (schema: Schema) => (schema['properties'] ?? {}) as Schema
const namesOf = (schema: Schema) => Object.keys(propertiesOf(schema))

const written = ({ title, description, fields }: FormPage): Schema => ({
  title,
  ...(description ? { description } : {}),
  fields,
})

/** The schema with these pages; without any, the form is one page. */
function withPages(schema: Schema, pages: FormPage[]): Schema {
  const { [pagesKeyword]: _old, ...rest } = schema
  return pages.length === 0 ? rest : { ...rest, [pagesKeyword]: pages.map(written) }
}

/** The pages with every field on one of them, as the form has it. */
export function pagesWithAll(schema: Schema): FormPage[] {
  const left = new Set(namesOf(schema))
  const pages = writtenPages(schema).map((page) => {
    const fields = page.fields.filter((name) => left.delete(name))
    return { ...page, fields }
  })
  pages.at(-1)?.fields.push(...left)
  return pages
}

/** The schema with these pages, and its fields in their order. */
function arranged(schema: Schema, pages: FormPage[]): Schema {
  const properties = propertiesOf(schema)
  const order = pages.flatMap(({ fields }) => fields)
  const inOrder = Object.fromEntries(order.map((name) => [name, properties[name]]))
  return withPages({ ...schema, properties: { ...inOrder, ...properties } }, pages)
}

/** Splits the form: all its fields are on the first of two pages. */
export const splitIntoPages = (schema: Schema): Schema =>
  withPages(schema, [
    { title: 'Page 1', description: '', fields: namesOf(schema) },
    { title: 'Page 2', description: '', fields: [] },
  ])

/** Adds a page without fields at the end; what was on no page stays where it was. */
export function addPage(schema: Schema): Schema {
  const pages = pagesWithAll(schema)
  return arranged(schema, [
    ...pages,
    { title: `Page ${pages.length + 1}`, description: '', fields: [] },
  ])
}

/** Changes the texts of a page. */
export const changePage = (
  schema: Schema,
  page: number,
  texts: Partial<Pick<FormPage, 'title' | 'description'>>,
): Schema =>
  withPages(
    schema,
    pagesWithAll(schema).map((one, index) => (index === page ? { ...one, ...texts } : one)),
  )

/** Puts a page with its fields at another place. */
export function movePage(schema: Schema, from: number, to: number): Schema {
  const pages = pagesWithAll(schema)
  const [moved] = pages.splice(from, 1)
  if (!moved || to < 0 || to > pages.length) return schema
  pages.splice(to, 0, moved)
  return arranged(schema, pages)
}

/** The page that a field is on; fields that no page names are on the last. */
export function pageOfField(schema: Schema, name: string): number {
  const pages = writtenPages(schema)
  const index = pages.findIndex(({ fields }) => fields.includes(name))
  return index < 0 ? pages.length - 1 : index
}

/** Puts a field on a page: before another field of it, or at the nearer end. */
export function putOnPage(schema: Schema, name: string, page: number, before?: string): Schema {
  const from = pageOfField(schema, name)
  const pages = pagesWithAll(schema).map((one, index) => {
    const fields = one.fields.filter((field) => field !== name)
    if (index !== page) return { ...one, fields }
    const place = before === undefined ? -1 : fields.indexOf(before)
    const end = from > page ? fields.length : 0
    return { ...one, fields: fields.toSpliced(place < 0 ? end : place, 0, name) }
  })
  return arranged(schema, pages)
}

/** Moves a field by one place; from the end of its page to the next page. */
export function stepField(schema: Schema, name: string, by: -1 | 1): Schema {
  const page = pageOfField(schema, name)
  const pages = pagesWithAll(schema)
  const fields = pages[page]?.fields ?? []
  const to = fields.indexOf(name) + by
  if (to < 0 || to >= fields.length)
    return pages[page + by] ? putOnPage(schema, name, page + by) : schema
  const next = fields.filter((field) => field !== name).toSpliced(to, 0, name)
  return arranged(
    schema,
    pages.map((one, index) => (index === page ? { ...one, fields: next } : one)),
  )
}

/** Removes a page; its fields go to the one before, or to the next first page. */
export function removePage(schema: Schema, page: number): Schema {
  const pages = pagesWithAll(schema)
  const [removed] = pages.splice(page, 1)
  const heir = pages[Math.max(0, page - 1)]
  if (pages.length < 2 || !removed || !heir) return withPages(schema, [])
  heir.fields =
    page === 0 ? [...removed.fields, ...heir.fields] : [...heir.fields, ...removed.fields]
  return arranged(schema, pages)
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
