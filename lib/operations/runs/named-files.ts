import { buffer } from 'node:stream/consumers'
import { inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files, uploads } from '#db/schema/documents'
import { checkPicture } from '#lib/documents/check-picture'
import { openFile } from '#lib/documents/file-store'
import { fileRefusal, fileRuleOf, type FileRule } from '#lib/domain/form/file-rules'
import { filesOfValue } from '#lib/domain/form/multi-file'
import { inEnglish } from '#lib/domain/form/texts/in-language'
import { isSignature, signatureRule } from '#lib/domain/form/signature'
import type { Issue } from '#lib/domain/issue'
import { isUuid } from '#lib/ids'

type Schema = Record<string, unknown>
type Data = Record<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
const propertiesOf = (schema: Schema): [string, unknown][] =>
  isObject(schema['properties']) ? Object.entries(schema['properties']) : []

/**
 * Whether this is a multi-file field: it is marked, or (older schema) it is an object with only
 * `files`, which is marked.
 */
export function isMultiFile(property: Schema | undefined): boolean {
  if (property?.['x-formFieldType'] === 'multi-file') return true
  const inner = propertiesOf(property ?? {})
  const [first] = inner
  return (
    inner.length === 1 &&
    first?.[0] === 'files' &&
    isObject(first[1]) &&
    first[1]['x-formFieldType'] === 'multi-file'
  )
}

/** The schema with the keywords of a multi-file field: its own, or in the older form that of `files`. */
const fieldOf = (property: Schema): Schema => {
  const inner = property['properties']
  const inFiles = isObject(inner) ? inner['files'] : undefined
  return property['x-formFieldType'] !== 'multi-file' && isObject(inFiles) ? inFiles : property
}

/** Caches whether a schema has a field of files at any depth. */
const withFiles = new WeakMap<Schema, boolean>()

/** Avoids a search for files in data that can have none. */
export function hasFiles(schema: Schema): boolean {
  const known = withFiles.get(schema)
  if (known !== undefined) return known
  const text = JSON.stringify(schema)
  const found = text.includes('"multi-file"') || text.includes('"signature"')
  withFiles.set(schema, found)
  return found
}

export type NamedFile = {
  path: string
  id: string
  /** What the fields at this place take; alternatives may have several, of which one has to fit. */
  rules: FileRule[]
  /** The file has to be a PNG from beginning to end. */
  isSignature: boolean
}

/** References may lead in a circle at one value. */
const maxDepth = 30

class Search {
  readonly found = new Map<string, NamedFile>()
  readonly #root: Schema

  constructor(root: Schema) {
    this.#root = root
  }

  #add(path: string, id: string, rule: FileRule, isOfSignature: boolean): void {
    const before = this.found.get(path)
    if (before) before.rules.push(rule)
    else this.found.set(path, { path, id, rules: [rule], isSignature: isOfSignature })
  }

  /** The schemas that apply at the same value: references, alternatives and conditions. */
  #partsOf(schema: Schema): unknown[] {
    const dependent = schema['dependentSchemas']
    const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => listOf(schema[word]))
    const reference = schema['$ref']
    let target: unknown
    if (typeof reference === 'string' && reference.startsWith('#/')) {
      target = this.#root
      for (const part of reference.slice(2).split('/'))
        target = isObject(target)
          ? target[part.replaceAll('~1', '/').replaceAll('~0', '~')]
          : undefined
    }
    return [
      target,
      ...lists,
      schema['then'],
      schema['else'],
      ...(isObject(dependent) ? Object.values(dependent) : []),
    ]
  }

  at(schema: unknown, value: unknown, path: string, depth = 0): void {
    if (!isObject(schema) || typeof value !== 'object' || value === null || depth > maxDepth) return
    if (isMultiFile(schema)) {
      const rule = fileRuleOf(fieldOf(schema))
      for (const [index, file] of filesOfValue(value).entries())
        this.#add(`${path}.${index}.id`, file.id, rule, false)
      return
    }
    if (isSignature(schema)) {
      const { image } = value as { image?: unknown }
      if (isObject(image)) this.#add(`${path}.image.id`, String(image['id']), signatureRule, true)
      return
    }
    for (const part of this.#partsOf(schema)) this.at(part, value, path, depth + 1)
    const below = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
    if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) this.at(schema['items'], entry, below(index))
      return
    }
    for (const [name, property] of propertiesOf(schema))
      if (Object.hasOwn(value, name)) this.at(property, (value as Data)[name], below(name))
  }
}

/** Finds every file that the data name in fields of files, with the path of its id. */
export function namedFiles(schema: Schema, data: Data): NamedFile[] {
  if (!hasFiles(schema)) return []
  const search = new Search(schema)
  search.at(schema, data, '')
  return [...search.found.values()]
}

const notUploaded = 'There is no uploaded file with this id. Upload it to /api/v2/files first.'
const stillSent = 'This file is still being sent. Send its last part first.'
const noPicture = inEnglish.text('sign.no picture')

type Stored = { fileName: string; mimeType: string; size: number; storageKey: string }

async function refusalOf(named: NamedFile, file: Stored): Promise<string | undefined> {
  const refusals = named.rules.map((rule) => fileRefusal(rule, file))
  if (refusals.every((refusal) => refusal !== undefined))
    return named.isSignature ? noPicture : refusals[0]
  if (!named.isSignature) return undefined
  const picture = checkPicture(await buffer(await openFile(file.storageKey)))
  return picture?.mimeType === 'image/png' ? undefined : noPicture
}

/**
 * Finds named files that do not exist, are not completely uploaded, or are of a type or size that
 * their field does not take.
 */
export async function missingFiles(tx: Tx, named: NamedFile[]): Promise<Issue[]> {
  const ids = named.map(({ id }) => id).filter((id) => isUuid(id))
  const found =
    ids.length > 0
      ? await tx
          .select({
            id: files.id,
            fileName: files.fileName,
            mimeType: files.mimeType,
            size: files.size,
            storageKey: files.storageKey,
          })
          .from(files)
          .where(inArray(files.id, ids))
      : []
  const known = new Map(found.map((file) => [file.id, file]))
  const unknown = ids.filter((id) => !known.has(id))
  const started =
    unknown.length > 0
      ? await tx.select({ id: uploads.id }).from(uploads).where(inArray(uploads.id, unknown))
      : []
  const unfinished = new Set(started.map(({ id }) => id))
  const issues: Issue[] = []
  for (const one of named) {
    const file = known.get(one.id)
    const why = unfinished.has(one.id) ? stillSent : notUploaded
    const message = file ? await refusalOf(one, file) : why
    if (message !== undefined) issues.push({ path: one.path, message })
  }
  return issues
}
