import type { ConnectionDetail } from '#lib/contracts/integrations/connections'
import { defineOperation } from '../define-operation.ts'
import { workflowsOfConnection } from '../workflows/used-by.ts'
import { connectionView } from './connection-view.ts'
import { getConnectionOrThrow } from './find-connection.ts'

export const getConnection = defineOperation<{ id: string }, ConnectionDetail>({
  name: 'getConnection',
  permission: 'connections:read',
  async run({ actor, input, tx }) {
    const row = await getConnectionOrThrow(tx, input.id)
    return { ...connectionView(row), ...(await workflowsOfConnection(tx, actor, row)) }
  },
})
