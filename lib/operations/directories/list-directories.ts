import type { DirectoryView } from '#lib/contracts/organization/directories'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { directoryView, loadDirectories } from './load-directory.ts'

/** The directories of the organization, by name. */
export const listDirectories = defineOperation<PageQuery, Page<DirectoryView>>({
  name: 'listDirectories',
  permission: 'directories:manage',
  async run({ input, tx }) {
    return await keysetPage(input, {
      shape: [cursorValue.text],
      rows: (after, limit) => loadDirectories(tx, { after: after?.[0], limit }),
      keyOf: ({ directory }) => [directory.name],
      view: directoryView,
    })
  },
})
