import { closeDatabase, enginePool } from '#db/client'
import { countOf } from '#lib/domain/count-of'
import { inMegabytes } from '#lib/domain/form/file-limits'
import { SettingsError } from '#lib/settings-error'
import { moveStore, type Moved } from '#lib/store/move'
import { storesOfMove } from '#lib/store/store'

import { attachDatabase, ownerUrl } from './database/attach-database.ts'
import { noteEmptied, requireSameStore } from './database/require-same-store.ts'
import { runEntry } from './run-entry.ts'
import { say } from './say.ts'

/** Two of these commands at once would write the same file; no other advisory lock has this number. */
const moveLock = 7_268_368_004

const sayEveryMs = 5000
const namedAtMost = 20

const total = ({ files, payloads, bytes }: Moved): string =>
  `${countOf(files, 'file')} and ${countOf(payloads, 'large value')}, ${inMegabytes(bytes)}`

async function asTheOnlyOne<T>(work: () => Promise<T>): Promise<T> {
  const client = await enginePool().connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1) as mine',
      [moveLock],
    )
    if (!rows[0]?.mine) throw new SettingsError('Another npm run move-files is at work already.')
    return await work()
  } finally {
    // Ends the session, and with it the lock.
    client.release(true)
  }
}

function report(moved: Moved, place: string): void {
  if (moved.left.length === 0) {
    say(
      `Moved ${total(moved)}. Nothing is left in ${place}. ` +
        'Now unset FILES_STORE_ALSO and restart all processes.',
    )
    return
  }
  const lines = moved.left.slice(0, namedAtMost).map(({ name, why }) => `  ${name}: ${why}`)
  throw new SettingsError(
    [
      `Moved ${total(moved)}. ${moved.left.length} could not be moved and stay in ${place}:`,
      ...lines,
      'Keep FILES_STORE_ALSO, mend what is named, and repeat this.',
    ].join('\n'),
  )
}

/**
 * `npm run move-files`: moves all files and large values from FILES_STORE_ALSO to FILES_STORE while
 * the service runs. Can be interrupted and repeated.
 */
runEntry(async () => {
  await attachDatabase()
  try {
    await requireSameStore(ownerUrl())
    const { from, into, emptied } = await storesOfMove()
    say(`Moving from ${from.place} to ${into.place}.`)
    let saidAt = Date.now()
    const moved = await asTheOnlyOne(
      async () =>
        await moveStore(from, into, (soFar) => {
          if (Date.now() - saidAt < sayEveryMs) return
          saidAt = Date.now()
          say(`${total(soFar)} so far`)
        }),
    )
    if (moved.left.length === 0) await noteEmptied(ownerUrl(), emptied)
    report(moved, from.place)
  } finally {
    await closeDatabase()
  }
})
