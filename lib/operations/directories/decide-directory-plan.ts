import type { DirectoryView } from '#lib/contracts/organization/directories'
import { decidePlan } from '#lib/directory/decide-plan'
import { defineOperation } from '../define-operation.ts'
import { getDirectoryView, lockDirectory } from './load-directory.ts'

type Input = { id: string; plan: string; leavers: number; decision: 'activate' | 'keep' }

/** Activates the changes of a directory that wait, or keeps the people. */
export const decideDirectoryPlan = defineOperation<Input, DirectoryView>({
  name: 'decideDirectoryPlan',
  permission: 'directories:manage',
  needsConfirmation: true,
  audit: ({ input, output }) => ({
    action: 'directory.plan-decided',
    objectKind: 'directory',
    objectId: input.id,
    details: { name: output.name, decision: input.decision, leavers: input.leavers },
  }),
  async run({ actor, input, tx, info }) {
    await decidePlan(await lockDirectory(tx, input.id, { actor, info }), input)
    return await getDirectoryView(tx, input.id)
  },
})
