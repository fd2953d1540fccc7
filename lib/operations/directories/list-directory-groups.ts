import type { DirectoryGroupView } from '#lib/contracts/organization/directories'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { directoryGroupView, loadGroups } from './load-groups.ts'

type Input = PageQuery & { directory?: string | undefined }

/** The groups of all directories, or of one, by name. */
export const listDirectoryGroups = defineOperation<Input, Page<DirectoryGroupView>>({
  name: 'listDirectoryGroups',
  permission: 'directories:read',
  async run({ input, tx }) {
    return await keysetPage(input, {
      shape: [cursorValue.text, cursorValue.uuid],
      rows: (after, limit) => loadGroups(tx, { directory: input.directory, after, limit }),
      keyOf: ({ group }) => [group.displayName, group.id],
      view: directoryGroupView,
    })
  },
})
