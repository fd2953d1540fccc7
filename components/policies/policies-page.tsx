'use client'

import { useQueryClient } from '@tanstack/react-query'
import { BookTextIcon, PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { itemsOf, PagedList } from '#components/shared/loading/paged-list'
import { Age } from '#components/shared/display/age'
import { Button } from '#components/ui/input/button'
import { cn } from '#components/ui/cn'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import { refresh } from '#components/shared/loading/queries'
import { listPoliciesContract, type PolicySummary } from '#lib/contracts/data/policies'
import { usePolicies } from './use-policies.ts'

const AddPolicy = dialogLater(async () => (await import('./add-policy.tsx')).AddPolicy)
const PolicySheet = dialogLater(
  async () => (await import('./policy-sheet.tsx')).PolicySheet,
  ({ id }) => id !== null,
)

const titleClass = cn(
  'min-h-6 rounded-sm text-left font-medium underline-offset-2 outline-none hover:underline',
  'focus-visible:ring-2 focus-visible:ring-ring',
)

function List({ policies, onOpen }: { policies: PolicySummary[]; onOpen(id: string): void }) {
  return (
    <Table label="Policies" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Title</TableHead>
          <TableHead>Id</TableHead>
          <TableHead>Document</TableHead>
          <TableHead className="text-right">Characters</TableHead>
          <TableHead>Changed</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {policies.map((policy) => (
          <TableRow key={policy.id}>
            <TableCell className="min-w-48">
              <button type="button" className={titleClass} onClick={() => onOpen(policy.id)}>
                {policy.title}
              </button>
            </TableCell>
            <TableCell label="Id">
              <code className="text-xs sm:whitespace-nowrap">{policy.id}</code>
            </TableCell>
            <TableCell label="Document" className="max-w-56 truncate text-muted-foreground">
              {policy.fileName ?? 'typed'}
            </TableCell>
            <TableCell label="Characters" className="text-right text-muted-foreground tabular-nums">
              {policy.length.toLocaleString('en-US')}
            </TableCell>
            <TableCell label="Changed" className="whitespace-nowrap text-muted-foreground">
              <Age at={policy.updatedAt} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const helpForManagers =
  'Upload a document or paste its text; ' +
  'then workflows can read it with the step “Policy text”.'
const helpForOthers = 'Builders and owners can add the documents that workflows read.'

/** The policy documents whose text workflows and systems read. */
export function PoliciesPage({ canManage }: { canManage: boolean }) {
  const client = useQueryClient()
  const query = usePolicies()
  const [adding, setAdding] = useState(false)
  const [open, setOpen] = useState<string | null>(null)
  const policies = itemsOf(query)
  const added = async (id: string) => {
    await refresh(client, listPoliciesContract)
    toast.success('The policy is added.')
    setAdding(false)
    setOpen(id)
  }
  const add = canManage ? (
    <Button onClick={() => setAdding(true)}>
      <PlusIcon aria-hidden /> Add a policy
    </Button>
  ) : null
  return (
    <Page>
      <PageHeader
        title="Policies"
        description="Documents whose text workflows and systems read by their id."
      >
        {policies.length > 0 ? add : null}
      </PageHeader>
      <PagedList
        query={query}
        what="The policies"
        skeletons={{ rows: 3, height: 'h-10' }}
        empty={
          <EmptyState
            icon={BookTextIcon}
            title="There is no policy yet"
            description={add ? helpForManagers : helpForOthers}
          >
            {add}
          </EmptyState>
        }
      >
        {(items) => <List policies={items} onOpen={setOpen} />}
      </PagedList>
      <AddPolicy
        open={adding}
        taken={policies.map((policy) => policy.id)}
        onClose={() => setAdding(false)}
        onAdded={(id) => void added(id)}
      />
      <PolicySheet id={open} canManage={canManage} onClose={() => setOpen(null)} />
    </Page>
  )
}
