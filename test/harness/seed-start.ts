import { inOrganization } from '#db/client'
import { unnamed } from '#lib/domain/run/case-name'
import type { Definition } from '#lib/domain/workflow/definition'
import type { NewStart } from '#lib/engine/execute/turns'
import { storeFirstTasks } from '#lib/engine/store/first-tasks'
import { newId } from '#lib/ids'
import { seedWorkflow } from './seed-organization.ts'

/** A workflow whose published version has its first tasks, as after its first start. */
export async function seedStartedWorkflow(
  organizationId: string,
  definition: Definition,
): Promise<{ workflowId: string; versionId: string }> {
  const seeded = await seedWorkflow(organizationId, definition)
  await inOrganization(organizationId, async (tx) => {
    await storeFirstTasks(tx, { organizationId, versionId: seeded.versionId, definition })
  })
  return seeded
}

/** A start of a workflow of its own that can be handed to a worker. */
export async function seedStart(organizationId: string, definition: Definition): Promise<NewStart> {
  const { workflowId, versionId } = await seedStartedWorkflow(organizationId, definition)
  return {
    runId: newId(),
    organizationId,
    workflowId,
    versionId,
    slug: null,
    ...unnamed,
    title: 'A title',
    startData: { n: 1 },
    trigger: 'api',
    startedBy: 'a test',
    startedByUserId: null,
    audit: {
      actorKind: 'system',
      actorId: organizationId,
      actorName: 'a test',
      action: 'run.started',
      details: {},
      requestId: null,
    },
    key: null,
  }
}
