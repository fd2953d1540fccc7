import type { ReplacementChange } from '#lib/contracts/integrations/connection-replacement'
import { mayNotOf } from '#lib/domain/access/own-rights'
import { seesWorkflow } from '#lib/domain/access/scope'
import { scopeOf, targetOf } from '#lib/operations/access/scope-of'
import { stepTypes } from '#lib/steps/registry'
import { defineOperation } from '../define-operation.ts'
import { names, settingOfConnection, workflowsNaming } from '../workflows/used-by.ts'
import { getConnectionName } from './find-connection.ts'

type Preview = { workflows: ReplacementChange[]; others: number }

/** The drafts that would change when another connection took the place of this one. Throws 404. */
export const previewReplacement = defineOperation<{ id: string }, Preview>({
  name: 'previewReplacement',
  permission: 'connections:read',
  async run({ actor, input, tx }) {
    const setting = settingOfConnection(await getConnectionName(tx, input.id))
    const found = await workflowsNaming(tx, setting)
    const scope = scopeOf(actor)
    const seen = found.filter((user) => seesWorkflow(scope, targetOf(user)))
    const workflows = seen.map((user) => {
      const { id, name, draftRevision, draftDefinition, published } = user
      const steps = draftDefinition.steps
        .filter((step) => names(setting, step))
        .map((step) => ({
          id: step.id,
          title: step.title,
          typeTitle: stepTypes.get(step.type)?.info.title ?? step.type,
        }))
      const mayNot = mayNotOf(scope, targetOf(user)).edit
      return { id, name, draftRevision, steps, published, ...(mayNot ? { mayNot } : {}) }
    })
    return { workflows, others: found.length - seen.length }
  },
})
