import { isNotNull } from 'drizzle-orm'
import { connections } from '#db/schema/connections'
import { workflows } from '#db/schema/workflows'
import type { WorkerLabels } from '#lib/contracts/integrations/worker-labels'
import { defineOperation } from '../define-operation.ts'
import { livingLabels } from './living-labels.ts'

/** The labels that living workers serve, and those that the organization's things are bound to. */
export const listWorkerLabels = defineOperation<object, WorkerLabels>({
  name: 'listWorkerLabels',
  permission: 'connections:read',
  async run({ tx }) {
    const { byLabel, unbound } = await livingLabels(tx)
    const used = [
      ...(await tx
        .selectDistinct({ label: connections.workerLabel })
        .from(connections)
        .where(isNotNull(connections.workerLabel))),
      ...(await tx
        .selectDistinct({ label: workflows.workerLabel })
        .from(workflows)
        .where(isNotNull(workflows.workerLabel))),
    ]
    const labels = new Set([...byLabel.keys(), ...used.map(({ label }) => label ?? '')])
    const items = [...labels]
      .toSorted()
      .map((label) => ({ label, workers: byLabel.get(label) ?? 0 }))
    return { items, unbound }
  },
})
