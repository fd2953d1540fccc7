import type { OldPayloadFile, Store } from './port.ts'

export type Moved = {
  files: number
  payloads: number
  bytes: number
  /** What stayed where it was, with the reason. */
  left: { name: string; why: string }[]
}

/** Later than every time of a stored object, also where clocks differ. */
const always = (): Date => new Date(Date.now() + 24 * 3_600_000)

async function moveFile(from: Store, into: Store, key: string, moved: Moved): Promise<void> {
  const stream = await from.files.open(key)
  const { size } = await into.files.copyIn(key, stream)
  await from.files.remove(key)
  moved.files++
  moved.bytes += size
}

async function movePayload(from: Store, into: Store, file: OldPayloadFile, moved: Moved) {
  const readAt = new Date()
  const bytes = Buffer.from(await from.payloads.read(file.runId, file.hash))
  await into.payloads.write(file.runId, file.hash, bytes.toString('utf8'))
  // Whoever writes it meanwhile keeps it; the next pass moves it again.
  await from.payloads.sweep(file, false, readAt)
  moved.payloads++
  moved.bytes += bytes.byteLength
}

/** Whether a payload has its name; the remains of interrupted writes and sweeps have another. */
const isWhole = ({ location, hash }: OldPayloadFile): boolean => location.endsWith(`/${hash}`)

async function onePass(from: Store, into: Store, moved: Moved, onMoved: () => void) {
  const each = async (name: string, work: Promise<void>): Promise<void> => {
    await work.catch((error: unknown) => {
      moved.left.push({ name, why: error instanceof Error ? error.message : String(error) })
    })
    onMoved()
  }
  moved.left = []
  for await (const { keys } of from.files.old(always()))
    for (const key of keys) await each(key, moveFile(from, into, key, moved))
  for await (const found of from.payloads.old(always()))
    for (const file of found.filter(isWhole))
      await each(`${file.runId}/${file.hash}`, movePayload(from, into, file, moved))
}

/**
 * Moves all files and payloads while the installation runs: every process must know both stores, of
 * which `into` takes what is new (`twoStores`). Each is copied, checked by its store, and then
 * deleted. Passes are repeated until one finds nothing to move; after an interruption the next call
 * goes on. What cannot be moved stays and is named.
 */
export async function moveStore(from: Store, into: Store, onMoved: (moved: Moved) => void) {
  const moved: Moved = { files: 0, payloads: 0, bytes: 0, left: [] }
  let before: number
  do {
    before = moved.files + moved.payloads
    await onePass(from, into, moved, () => onMoved(moved))
  } while (moved.files + moved.payloads > before)
  return moved
}
