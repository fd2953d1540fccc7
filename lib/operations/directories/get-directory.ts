import type { DirectoryView } from '#lib/contracts/organization/directories'
import { defineOperation } from '../define-operation.ts'
import { getDirectoryView } from './load-directory.ts'

/** One directory with its counts and the changes that wait. */
export const getDirectory = defineOperation<{ id: string }, DirectoryView>({
  name: 'getDirectory',
  permission: 'directories:manage',
  run: async ({ input, tx }) => await getDirectoryView(tx, input.id),
})
