import { buffer } from 'node:stream/consumers'
import { inOrganization } from '#db/client'
import { checkPicture } from '#lib/documents/check-picture'
import { openFile } from '#lib/documents/file-store'
import { ApiError } from '#lib/domain/api-error'
import { fileIdIn, isObject, valueAt } from '#lib/domain/template/fill-data'
import type { TemplateField } from '#lib/domain/template/template'
import { getFileOrThrow } from '../files/find-file.ts'

/** The most bytes of one picture, and of all pictures of a document together. */
const maxPictureBytes = 5 * 1024 * 1024
const maxPicturesBytes = 15 * 1024 * 1024

const refuse = (path: string, message: string): never => {
  throw ApiError.invalid([{ path, message }])
}

/** Reads pictures of the organization's files, each once, as data addresses. */
class Pictures {
  readonly #organizationId: string
  readonly #known = new Map<string, string>()
  #bytes = 0

  constructor(organizationId: string) {
    this.#organizationId = organizationId
  }

  async read(value: unknown, path: string): Promise<string> {
    const id = fileIdIn(value) ?? refuse(path, 'This is no file.')
    const known = this.#known.get(id)
    if (known !== undefined) return known
    const file = await inOrganization(this.#organizationId, (tx) => getFileOrThrow(tx, id))
    this.#bytes += file.size
    if (file.size > maxPictureBytes || this.#bytes > maxPicturesBytes)
      return refuse(path, 'A picture may have 5 MB, and all pictures of a document 15 MB.')
    const picture = checkPicture(await buffer(await openFile(file.storageKey)))
    if (!picture) return refuse(path, 'This file is no picture. Give a PNG or a JPEG.')
    const address = `data:${picture.mimeType};base64,${picture.content.toString('base64')}`
    this.#known.set(id, address)
    return address
  }
}

type Data = Record<string, unknown>

function withValue(data: Data, [first = '', ...rest]: string[], value: unknown): Data {
  if (rest.length === 0) return { ...data, [first]: value }
  const inner = data[first]
  return { ...data, [first]: withValue(isObject(inner) ? inner : {}, rest, value) }
}

/**
 * The data with the pictures themselves in place of their files. Throws 400 and 404 with the
 * placeholder.
 */
export async function withPictures(
  organizationId: string,
  fields: readonly TemplateField[],
  data: Data,
): Promise<Data> {
  const pictures = new Pictures(organizationId)
  let filled = data
  for (const { name, type, columns = [] } of fields) {
    const value = valueAt(filled, name)
    if (value === undefined || value === null) continue
    if (type === 'picture')
      filled = withValue(filled, name.split('.'), await pictures.read(value, name))
    const shown = columns.filter((column) => column.type === 'picture')
    if (type !== 'rows' || !Array.isArray(value) || shown.length === 0) continue
    const rows: unknown[] = []
    for (const [index, row] of value.entries()) {
      let changed: unknown = row
      for (const column of shown) {
        const inside = valueAt(changed, column.name)
        if (!isObject(changed) || inside === undefined || inside === null) continue
        const path = `${name}[${index}].${column.name}`
        changed = withValue(changed, column.name.split('.'), await pictures.read(inside, path))
      }
      rows.push(changed)
    }
    filled = withValue(filled, name.split('.'), rows)
  }
  return filled
}
