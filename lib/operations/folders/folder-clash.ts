import { ApiError } from '#lib/domain/api-error'
import { withClash } from '../with-clash.ts'

/** Throws 409 in place of the database's error when there is a folder of this name beside it. */
export const withFolderClash = async <T>(name: string, work: () => Promise<T>): Promise<T> =>
  await withClash(
    'workflow_folders_name',
    (cause) =>
      new ApiError(
        'conflict',
        `There is a folder called "${name}" at this place already. Choose another name.`,
        { field: 'name', name },
        { cause },
      ),
    work,
  )
