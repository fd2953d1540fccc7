import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { closeDatabase } from '#db/client'
import { ownVersion } from '#lib/backup/make-backup'
import { answerArrival, arrivalSchema } from '#lib/operations/transfer/arrivals'

import { attachDatabase, ownerUrl } from './database/attach-database.ts'
import { requireSameStore } from './database/require-same-store.ts'
import { runEntry } from './run-entry.ts'

/**
 * The side of the cell that an organization comes to, with its settings: started by the side that it
 * leaves (other-cell.ts), which asks a line of JSON at a time, and gets one. When that side ends, so
 * does this one, in the middle of whatever it does: nothing half done stays.
 */
const write = (answer: object): void => {
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

runEntry(async () => {
  const lines = createInterface({ input: process.stdin })
  process.stdin.once('end', () => process.exit(1))
  await attachDatabase()
  await requireSameStore(ownerUrl())
  const here = { ownerUrl: ownerUrl(), rounds: ownVersion(), say: () => undefined }
  lines.on('line', (line) => {
    answerArrival(here, arrivalSchema.parse(JSON.parse(line))).then(
      (answer) => write({ answer }),
      (error: Error) => write({ error: error.message }),
    )
  })
  write({ answer: {} })
  await once(lines, 'close')
  await closeDatabase()
})
