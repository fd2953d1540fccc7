import type { Tx } from '#db/client'
import { connections, sandboxRecords } from '#db/schema/connections'
import type { ConnectionKind } from '#lib/domain/statuses'
import { newId } from '#lib/ids'
import { emrPatients, homecarePatients } from './sandbox-patients.ts'

const titles: Record<ConnectionKind, string> = { emr: 'Sandbox EMR', homecare: 'Sandbox home care' }
const patients: Record<ConnectionKind, { id: string }[]> = { emr: emrPatients, homecare: homecarePatients }

/** One connection with the slug `sandbox` for every kind, each with its patients. */
export async function seedConnections(tx: Tx, organizationId: string): Promise<void> {
  for (const kind of Object.keys(titles) as ConnectionKind[]) {
    const connectionId = newId()
    await tx.insert(connections).values({ id: connectionId, organizationId, kind, slug: 'sandbox', provider: 'sandbox', name: titles[kind], config: {} })
    await tx.insert(sandboxRecords).values(
      patients[kind].map((patient) => ({ organizationId, connectionId, collection: 'patients', id: patient.id, data: patient })),
    )
  }
}
