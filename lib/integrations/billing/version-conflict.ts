import { ApiError } from '#lib/domain/api-error'

/** The error for an update without the patient's current version + 1 (409). */
export function versionConflict(
  provider: string,
  given: number,
  currentVersion: number,
  code?: string,
): ApiError {
  return new ApiError(
    'version_conflict',
    `The patient is at version ${currentVersion}, so an update must carry version ` +
      `${currentVersion + 1}; this one carries ${given}. Read the patient again ` +
      'and repeat your change.',
    {
      provider,
      currentVersion,
      expectedVersion: currentVersion + 1,
      ...(code ? { code } : {}),
    },
  )
}
