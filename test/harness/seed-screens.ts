import { eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import type { CaseColumn } from '#lib/domain/run/case-name'
import { newId } from '#lib/ids'

/** An open screen as a test wants it; what is left out is as usual. */
export type Seeded = {
  /** The name of its case. */
  name?: string | null
  subtitle?: string
  columns?: CaseColumn[]
  patientKey?: string
  /** The run around the loop whose item has it. */
  scopeRunId?: string | undefined
  title?: string
  stepId?: string
  priority?: number
  candidates?: string[]
  holder?: { id: string; name: string }
  openedAt?: Date
  dueAt?: Date
  followUpAt?: Date
}

type Of = { organizationId: string; workflowId: string; versionId: string }

/** Open screens, each in a run of its own, without a worker. Answers the ids of their tasks. */
export async function seedScreens(of: Of, screens: Seeded[]): Promise<string[]> {
  const made = screens.map((screen) => ({ screen, id: newId(), runId: newId() }))
  await inOrganization(of.organizationId, async (tx) => {
    await tx.insert(runs).values(
      made.map(({ screen, runId }) => ({
        ...of,
        id: runId,
        status: 'suspended' as const,
        trigger: 'manual' as const,
        startedBy: 'somebody',
        title: screen.name === undefined ? 'A case' : screen.name,
        subtitle: screen.subtitle ?? null,
        caseColumns: screen.columns ?? null,
        patientKey: screen.patientKey ?? null,
        scopeRunId: screen.scopeRunId ?? null,
        startData: {},
      })),
    )
    await tx.insert(tasks).values(
      made.map(({ screen: { title = 'Look', ...screen }, id, runId }) => ({
        id,
        organizationId: of.organizationId,
        runId,
        key: screen.stepId ?? 'look',
        stepId: screen.stepId ?? 'look',
        stepType: 'screen',
        title,
        effect: 'pure' as const,
        status: 'suspended' as const,
        priority: screen.priority ?? 0,
        claimedBy: screen.holder?.id ?? null,
        claimedByName: screen.holder?.name ?? null,
        claimedAt: screen.holder ? new Date() : null,
        startedAt: screen.openedAt ?? new Date(),
        state: {
          reason: 'screen' as const,
          title,
          instructions: '',
          show: [],
          schema: { type: 'object' },
          uiSchema: {},
          data: {},
          ...(screen.candidates ? { candidates: screen.candidates } : {}),
          ...(screen.dueAt ? { dueAt: screen.dueAt.toISOString() } : {}),
        },
      })),
    )
    for (const { screen, id } of made)
      if (screen.followUpAt)
        await tx
          .update(workItems)
          .set({ followUpAt: screen.followUpAt })
          .where(eq(workItems.taskId, id))
  })
  return made.map(({ id }) => id)
}
