import type { FileView } from '#lib/contracts/data/files'
import { defineOperation } from '../define-operation.ts'
import { fileView } from './file-view.ts'
import { getFileFor } from './file-for.ts'

/** Reads a file's row, without its bytes. Throws 404. */
export const getFile = defineOperation<{ id: string }, FileView>({
  name: 'get-file',
  permission: 'files:read',
  run: async ({ actor, input, tx }) => fileView(await getFileFor(tx, actor, input.id)),
})
