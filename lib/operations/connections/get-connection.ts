import type { ConnectionView } from '#lib/contracts/connections'
import { defineOperation } from '../define-operation.ts'
import { connectionView } from './connection-view.ts'
import { getConnectionOrThrow } from './find-connection.ts'

export const getConnection = defineOperation<{ id: string }, ConnectionView>({
  name: 'getConnection',
  permission: 'connections:read',
  async run({ input, tx }) {
    return connectionView(await getConnectionOrThrow(tx, input.id))
  },
})
