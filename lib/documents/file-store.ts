import type { FileBytes } from '#lib/store/port'
import { store } from '#lib/store/store'

export { LostParts, newStorageKey, tooLarge } from '#lib/store/keys'
export type { StoredBytes } from '#lib/store/port'

/** The bytes of uploaded and generated files: `FileBytes` of this installation's store. */

type Call<Name extends keyof FileBytes> = FileBytes[Name]

export const putFile: Call<'put'> = async (...given) => await (await store()).files.put(...given)

export const requireBytes: Call<'require'> = async (key) => await (await store()).files.require(key)

export const openFile: Call<'open'> = async (...given) => await (await store()).files.open(...given)

export const linkFile: Call<'link'> = async (...given) => await (await store()).files.link(...given)

export const removeFile: Call<'remove'> = async (key) => await (await store()).files.remove(key)

export const oldFiles: Call<'old'> = async function* (before) {
  yield* (await store()).files.old(before)
}

export const removeRemains: Call<'removeRemains'> = async (name) =>
  await (await store()).files.removeRemains(name)

export const writePart: Call<'writePart'> = async (...given) =>
  await (await store()).files.writePart(...given)

export const joinParts: Call<'joinParts'> = async (...given) =>
  await (await store()).files.joinParts(...given)

export const removeParts: Call<'removeParts'> = async (key) =>
  await (await store()).files.removeParts(key)
