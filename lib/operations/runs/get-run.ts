import type { RunPage } from '#lib/contracts/runs'
import { defineOperation } from '../define-operation.ts'
import { getRunPageOrThrow } from './run-page.ts'

export const getRun = defineOperation<{ id: string }, RunPage>({
  name: 'getRun',
  permission: 'runs:read',
  audit: ({ output }) => ({ action: 'run.read', objectKind: 'run', objectId: output.id }),
  async run({ input, tx }) {
    return await getRunPageOrThrow(tx, input.id)
  },
})
