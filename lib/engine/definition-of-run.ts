import { eq } from 'drizzle-orm'
import type { Database, Tx } from '#db/client'
import type { runs } from '#db/schema/runs'
import { workflowVersions } from '#db/schema/workflows'
import type { Definition } from '#lib/domain/definition'

/** The definition that a run executes: its version's, or for a test run the draft kept with it. */
export async function definitionOfRun(
  db: Tx | Database,
  run: Pick<typeof runs.$inferSelect, 'id' | 'versionId' | 'draftDefinition'>,
): Promise<Definition> {
  if (run.draftDefinition) return run.draftDefinition
  const [version] = run.versionId
    ? await db.select({ definition: workflowVersions.definition }).from(workflowVersions).where(eq(workflowVersions.id, run.versionId))
    : []
  if (!version) throw new Error(`run ${run.id} has no definition`)
  return version.definition
}
