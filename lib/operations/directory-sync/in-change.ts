import { eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { directories } from '#db/schema/directories'
import { actorOfDirectory, type DirectoryChange } from '#lib/directory/context'
import { ApiError } from '#lib/domain/api-error'

export type DirectoryAddress = { id: string; organizationId: string }

/**
 * One change by a directory that is read, in one transaction of its organization, after all earlier
 * ones of the directory. Throws 404 when it was disconnected meanwhile.
 */
export async function inChange<T>(
  { id, organizationId }: DirectoryAddress,
  work: (change: DirectoryChange) => Promise<T>,
): Promise<T> {
  return await inOrganization(organizationId, async (tx) => {
    const [directory] = await tx
      .select()
      .from(directories)
      .where(eq(directories.id, id))
      .for('update')
    if (!directory) throw ApiError.notFound('directory', id)
    return await work({ tx, directory, by: actorOfDirectory(directory) })
  })
}
