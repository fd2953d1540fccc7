import type { Metadata } from 'next'
import { WorkflowsPage } from '#components/workflows/workflows-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { may } from '#lib/domain/access/scope'
import { scopeOf } from '#lib/operations/access/scope-of'
import { inFolder } from '#lib/operations/folders/folder-tree'
import { pagesOf, queryOf } from '#components/shared/loading/queries'
import { listFoldersContract } from '#lib/contracts/workflows/folders'
import { listWorkflowsContract, listWorkflowTagsContract } from '#lib/contracts/workflows/workflows'
import { textsOf } from '../texts-of.ts'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Workflows' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function Page({ searchParams }: Props) {
  const actor = await requireActor()
  const { folder, tag } = textsOf(await searchParams, ['folder', 'tag'])
  const narrowed = tag === '' ? { folder: folder || 'none' } : { tag }
  const reads = [
    queryOf(listFoldersContract),
    queryOf(listWorkflowTagsContract),
    pagesOf(listWorkflowsContract, { query: { limit: 50, search: '', ...narrowed } }),
  ]
  return (
    <Prefilled reads={reads}>
      <WorkflowsPage
        canCreate={may(scopeOf(actor), 'create', inFolder(null))}
        canSeeAccess={can(actor, 'access:read')}
        canManageAccess={can(actor, 'access:manage')}
      />
    </Prefilled>
  )
}
