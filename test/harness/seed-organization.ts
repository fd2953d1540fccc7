import { eq } from 'drizzle-orm'
import { authDb, inOrganization } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { workflows, workflowVersions } from '#db/schema/workflows'
import { storedSettings } from '#lib/domain/workflow/stored-settings'
import type { Definition } from '#lib/domain/workflow/definition'
import { newId, randomToken } from '#lib/ids'

/** An organization with nothing in it. */
export async function seedOrganization(): Promise<{ organizationId: string }> {
  const organizationId = newId()
  await authDb()
    .insert(organizations)
    .values({ id: organizationId, slug: `org-${organizationId}`, name: 'Test Clinic' })
  return { organizationId }
}

/** A workflow whose first version is published. */
export async function seedWorkflow(
  organizationId: string,
  definition: Definition,
  name = 'Test workflow',
): Promise<{ workflowId: string; versionId: string }> {
  const workflowId = newId()
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(workflows).values({
      id: workflowId,
      organizationId,
      slug: `w-${workflowId}`,
      name,
      draft: definition,
      formToken: randomToken(),
    })
  })
  return { workflowId, versionId: await seedVersion(organizationId, workflowId, definition, 1) }
}

/** Publishes a further version. */
export async function seedVersion(
  organizationId: string,
  workflowId: string,
  definition: Definition,
  number: number,
): Promise<string> {
  const versionId = newId()
  await inOrganization(organizationId, async (tx) => {
    await tx
      .insert(workflowVersions)
      .values({ id: versionId, organizationId, workflowId, number, definition })
    await tx
      .update(workflows)
      .set({ publishedVersionId: versionId, draft: definition, ...storedSettings(definition) })
      .where(eq(workflows.id, workflowId))
  })
  return versionId
}
