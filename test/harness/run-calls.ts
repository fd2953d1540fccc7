import { eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { auditEntries } from '#db/schema/records'
import type { RunPage, RunPageTask } from '#lib/contracts/runs/runs'
import type { Definition } from '#lib/domain/workflow/definition'
import type { useApi } from './api.ts'
import { endpointsAt } from './endpoints-at.ts'
import { seedWorkflow } from './seed-organization.ts'
import { until } from './until.ts'

const runRoute = endpointsAt('/api/v2/runs/{id}')
const startRoute = endpointsAt('/api/v2/workflows/{id}/runs')

type Api = ReturnType<typeof useApi>
type Sent = Parameters<Api['send']>[2]
type Answer = Awaited<ReturnType<Api['send']>>

export const transform = (value: unknown) => ({ type: 'transform', config: { value } })
export const screen = { type: 'screen', config: { title: 'Look' } }
export const taskOf = (run: RunPage, key: string): RunPageTask | undefined =>
  run.tasks.find((task) => task.key === key)

/** Common API calls in tests of runs. */
export function runCalls(api: Api) {
  /** A published workflow; its slug is `w-<id>`. */
  async function publish(
    definition: Definition,
    startData?: Definition['startData'],
  ): Promise<string> {
    return (
      await seedWorkflow(api.organization.id, startData ? { ...definition, startData } : definition)
    ).workflowId
  }
  const start = async (
    id: string,
    body?: unknown,
    headers: Record<string, string> = {},
    more: Sent = {},
  ): Promise<Answer> =>
    await api.send(startRoute.POST, `/api/v2/workflows/${id}/runs`, {
      params: { id },
      ...(body === undefined ? {} : { body }),
      headers,
      ...more,
    })

  async function read(id: string, more: Sent = {}): Promise<{ status: number; body: RunPage }> {
    const { status, body } = await api.send(runRoute.GET, `/api/v2/runs/${id}`, {
      params: { id },
      ...more,
    })
    return { status, body: body as unknown as RunPage }
  }
  async function inStatus(id: string, status: RunPage['status']): Promise<RunPage> {
    return await until(`run ${status}`, async () => {
      const { body } = await read(id)
      return body.status === status ? body : undefined
    })
  }
  /** A run of this definition, once it has this status. */
  async function runIn(
    status: RunPage['status'],
    definition: Definition,
    startData: unknown = {},
  ): Promise<RunPage> {
    const { body } = await start(await publish(definition), { startData })
    return await inStatus(String(body['id']), status)
  }
  /** The actions in the audit log for an object. */
  const actionsOn = async (objectId: string): Promise<string[]> =>
    await inOrganization(api.organization.id, async (tx) =>
      (await tx.select().from(auditEntries).where(eq(auditEntries.objectId, objectId))).map(
        ({ action }) => action,
      ),
    )

  return { publish, start, read, inStatus, runIn, actionsOn }
}
