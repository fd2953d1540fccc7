import { eq } from 'drizzle-orm'
import type { Database, Tx } from '#db/client'
import { runs } from '#db/schema/runs'
import { workflowVersions } from '#db/schema/workflows'
import type { Definition } from '#lib/domain/workflow/definition'

/**
 * The definition that a run executes: that of its version. A test run has its draft in its own row,
 * or, as the run of a loop's body, in the row of the run around it.
 */
export async function definitionOfRun(
  db: Tx | Database,
  run: Pick<typeof runs.$inferSelect, 'id' | 'versionId' | 'draftDefinition' | 'scopeRunId'>,
): Promise<Definition> {
  if (run.draftDefinition) return run.draftDefinition
  const [version] = run.versionId
    ? await db
        .select({ definition: workflowVersions.definition })
        .from(workflowVersions)
        .where(eq(workflowVersions.id, run.versionId))
    : []
  if (!version && run.scopeRunId) {
    const [scope] = await db
      .select({ draft: runs.draftDefinition })
      .from(runs)
      .where(eq(runs.id, run.scopeRunId))
    if (scope?.draft) return scope.draft
  }
  if (!version) throw new Error(`run ${run.id} has no definition`)
  return version.definition
}
