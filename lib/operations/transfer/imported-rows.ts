import { faxNumberHash, openFaxDetails } from '../faxes/fax-details.ts'
import { keyColumns } from '../files/key-columns.ts'
import type { About } from './about.ts'
import { importedKey } from './bytes.ts'
import type { Row } from './rows.ts'

/** Who paused a workflow when its organization moved or was imported. */
export const pausedBy = 'The move of this organization'

export type Import = {
  moved: boolean
  attempt: string
  now: string
  /** To another cell of this service. */
  toCell?: About['toCell']
}

const plusOne = (value: string | null | undefined): string => String(Number(value ?? 0) + 1)
const privateMailError =
  'This mail was not sent before the organization moved here. Ask for a new one.'

/**
 * An open run has no worker here. Its calls ask a person first when they may have been made: after
 * the export of an installation that went on, or by a worker that had the run when it was exported.
 */
function openRun(row: Row, { moved }: Import): void {
  if (row['status'] !== 'running' && row['status'] !== 'suspended') return
  const hadWorker = row['lease_worker'] !== null
  if (row['sandbox'] !== 'true' && (!moved || hadWorker)) row['held'] = 'true'
  if (row['status'] === 'running') Object.assign(row, { status: 'suspended', parked: 'true' })
  row['lease_worker'] = null
  row['lease_epoch'] = plusOne(row['lease_epoch'])
  row['revision'] = plusOne(row['revision'])
}

/** As after a restore: a person says whether a queued mail was sent; links to accounts are over. */
function queuedMail(row: Row): void {
  if (row['status'] !== 'queued') return
  const over = { status: 'failed', text: '', error: privateMailError }
  const held = { status: 'held', sender: null, sender_until: null, sender_worker: null }
  Object.assign(row, row['private'] === 'true' ? over : held)
}

const changes: Record<string, (row: Row, about: Import) => void> = {
  organizations(row, { now, toCell }) {
    // In a cell it is arriving until the move is committed.
    row['moved_at'] = toCell ? now : null
    row['moved_to'] = toCell?.name ?? null
    row['moved_epoch'] = toCell ? String(toCell.epoch) : null
  },
  runs: openRun,
  mails: queuedMail,
  workflows(row, { now }) {
    // Nothing starts and nothing goes on until an owner has looked and resumes it.
    if (row['paused_at'] === null) Object.assign(row, { paused_at: now, paused_by: pausedBy })
  },
  email_domains(row, { toCell }) {
    if (toCell) return
    // Nobody could sign in until the provider knows this address.
    row['enforced'] = 'false'
  },
  faxes(row) {
    const { id = '', sealed = null, organization_id: organizationId } = row
    if (row['number_hash'] === null || !organizationId) return
    const { number } = openFaxDetails({ id: id ?? '', sealed })
    row['number_hash'] = number === null ? null : faxNumberHash(organizationId, number)
  },
  idempotency_keys(row, { toCell }) {
    if (toCell) return
    // It is made with the other installation's key: a repeated request is refused, never done twice.
    row['fingerprint'] = 'imported'
  },
}

/** Changes a row of an archive to what it is in this installation; its secrets are sealed here. */
export function changeRow(table: string, row: Row, about: Import): void {
  changes[table]?.(row, about)
  for (const { column } of keyColumns.filter((stored) => stored.table === table)) {
    const key = row[column]
    if (key) row[column] = importedKey(about.attempt, key)
  }
}
