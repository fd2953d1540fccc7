import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { connections, sandboxRecords } from '#db/schema/connections'
import { faxTriggers } from '#db/schema/faxes'
import type { ConnectionKind } from '#lib/domain/statuses'
import { newId } from '#lib/ids'
import { billingPatients } from './sandbox-billing.ts'
import { directoryGroups, directoryUsers } from './sandbox-directory.ts'
import { hiePatients } from './sandbox-hie.ts'
import { emrPatients, homecarePatients } from './sandbox-patients.ts'

/**
 * `records`: the initial records of the sandbox, by collection. A sandbox that invents its data on
 * request has none.
 */
type Sandbox = { name: string; records?: Record<string, { id: string }[]> }

const sandboxes: Record<ConnectionKind, Sandbox> = {
  emr: { name: 'Sandbox EMR', records: { patients: emrPatients } },
  homecare: { name: 'Sandbox home care', records: { patients: homecarePatients } },
  billing: { name: 'Sandbox billing', records: { patients: billingPatients } },
  bank: { name: 'Sandbox bank' },
  hie: { name: 'Sandbox exchange', records: { patients: hiePatients } },
  'payer-docs': { name: 'Sandbox payer documents' },
  warehouse: { name: 'Sandbox warehouse' },
  directory: {
    name: 'Sandbox directory',
    records: { groups: directoryGroups, users: directoryUsers },
  },
  letters: { name: 'Sandbox letters' },
  fax: { name: 'Sandbox fax' },
  sms: { name: 'Sandbox text messages' },
  clearinghouse: { name: 'Sandbox clearinghouse' },
  model: { name: 'Search without a model' },
  web: { name: 'Sandbox web service' },
}

/**
 * Inserts the initial records of a new sandbox, so that a connection added by hand has the same as
 * the demo's.
 */
export async function fillSandbox(
  tx: Tx,
  {
    organizationId,
    connectionId,
    kind,
  }: { organizationId: string; connectionId: string; kind: ConnectionKind },
): Promise<void> {
  for (const [collection, rows] of Object.entries(sandboxes[kind].records ?? {}))
    await tx
      .insert(sandboxRecords)
      .values(rows.map((data) => ({ organizationId, connectionId, collection, id: data.id, data })))
}

/** Creates one connection with the slug `sandbox` for every kind, each with its records. */
export async function seedConnections(tx: Tx, organizationId: string): Promise<void> {
  const all = Object.entries(sandboxes) as [ConnectionKind, Sandbox][]
  for (const [kind, { name }] of all) {
    const connectionId = newId()
    await tx.insert(connections).values({
      id: connectionId,
      organizationId,
      kind,
      slug: 'sandbox',
      provider: 'sandbox',
      name,
      config: {},
    })
    await fillSandbox(tx, { organizationId, connectionId, kind })
  }
}

/** Lets all faxes of the sandbox start a workflow. */
export async function seedFaxLine(
  tx: Tx,
  organizationId: string,
  workflowId: string,
): Promise<void> {
  const [sandbox] = await tx
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.kind, 'fax'), eq(connections.organizationId, organizationId)))
  if (!sandbox) throw new Error('the demo has no fax connection')
  await tx
    .insert(faxTriggers)
    .values({ id: newId(), organizationId, workflowId, connectionId: sandbox.id })
}
