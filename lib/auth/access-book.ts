import { LRUCache } from 'lru-cache'
import { inOneTrip } from '#db/client'
import { emptyBook, type AccessBook } from '#lib/domain/access/decide'
import type { AccessRules } from '#lib/domain/access/rules'

type Row = {
  folders: { id: string; parentId: string | null }[]
  rules: {
    workflowId: string | null
    folderId: string | null
    /** The folder of the workflow. */
    inFolder: string | null
    rules: AccessRules
  }[]
}

const statement = {
  name: 'access-book',
  text: `
  select
    (select coalesce(json_agg(json_build_object('id', f.id, 'parentId', f.parent_id)), '[]')
      from workflow_folders f) as folders,
    (select coalesce(json_agg(json_build_object('workflowId', a.workflow_id, 'folderId',
        a.folder_id, 'inFolder', w.folder_id, 'rules', a.rules)), '[]')
      from access_rules a left join workflows w on w.id = a.workflow_id) as rules`,
}

/** The book of access rules that was read for a revision of the organization's rules. */
const books = new LRUCache<string, { revision: number; book: AccessBook }>({ max: 500 })

function bookOf(organizationId: string, { folders, rules }: Row): AccessBook {
  const ofFolder = new Map(rules.map((row) => [row.folderId, row.rules]))
  const own = rules.find((row) => row.workflowId === null && row.folderId === null)
  return {
    organization: { id: organizationId, rules: own?.rules },
    folders: new Map(
      folders.map((folder) => [folder.id, { ...folder, rules: ofFolder.get(folder.id) }]),
    ),
    workflows: new Map(
      rules.flatMap(({ workflowId, inFolder, rules: given }) =>
        workflowId === null
          ? []
          : [[workflowId, { id: workflowId, folderId: inFolder, rules: given }] as const],
      ),
    ),
  }
}

/**
 * The access rules of an organization. The statement that finds the caller also reads the revision
 * of the rules, so they are read again only after a change.
 */
export async function accessBookOf(organizationId: string, revision: number): Promise<AccessBook> {
  if (revision === 0) return emptyBook
  const known = books.get(organizationId)
  if (known?.revision === revision) return known.book
  const [[row] = []] = await inOneTrip(organizationId, { statement, values: [] })
  const book = bookOf(organizationId, row as Row)
  books.set(organizationId, { revision, book })
  return book
}
