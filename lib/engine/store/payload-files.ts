import type { PayloadBytes } from '#lib/store/port'
import { store } from '#lib/store/store'

export type { OldPayloadFile } from '#lib/store/port'

/** The texts of payloads over 256 KB: `PayloadBytes` of this installation's store. */

type Call<Name extends keyof PayloadBytes> = PayloadBytes[Name]

export const writePayloadFile: Call<'write'> = async (...given) =>
  await (await store()).payloads.write(...given)

export const copyPayloadFile: Call<'copy'> = async (...given) =>
  await (await store()).payloads.copy(...given)

export const readPayloadFile: Call<'read'> = async (...given) =>
  await (await store()).payloads.read(...given)

export const removePayloadFiles: Call<'removeRun'> = async (runId) =>
  await (await store()).payloads.removeRun(runId)

export const oldPayloadFiles: Call<'old'> = async function* (before) {
  yield* (await store()).payloads.old(before)
}

export const sweepPayloadFile: Call<'sweep'> = async (...given) =>
  await (await store()).payloads.sweep(...given)
