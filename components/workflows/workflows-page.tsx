'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { PlusIcon, SearchIcon, UploadIcon, WorkflowIcon } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Input } from '#components/ui/input/input'
import { PageHeader } from '#components/ui/layout/page-header'
import { Table, TableBody, TableHead, TableHeader, TableRow } from '#components/ui/layout/table'
import { listWorkflowsContract, type WorkflowSummary } from '#lib/contracts/workflows/workflows'
import { CreateDialog } from './create-dialog.tsx'
import { DeleteWorkflow } from './delete-workflow.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { useWorkflowActions } from './use-workflow-actions.ts'
import { WorkflowRow } from './workflow-row.tsx'

const searchAfterMs = 250

/** The typed text, and the text of the search, which follows shortly after. */
function useSearch() {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), searchAfterMs)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, setTyped, search }
}

function SearchField({ value, onChange }: { value: string; onChange(text: string): void }) {
  return (
    <search className="relative block max-w-sm">
      <SearchIcon
        aria-hidden
        className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted-foreground"
      />
      <Input
        type="search"
        aria-label="Search workflows"
        placeholder="Name or slug"
        className="pl-8"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </search>
  )
}

function NothingFound({ search, onShowAll }: { search: string; onShowAll(): void }) {
  return (
    <EmptyState
      icon={SearchIcon}
      title="Nothing found"
      description={`No workflow has “${search}” in its name or slug.`}
    >
      <Button variant="outline" onClick={onShowAll}>
        Show all
      </Button>
    </EmptyState>
  )
}

function NoWorkflows({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      icon={WorkflowIcon}
      title="No workflows yet"
      description="A workflow is drawn once and then runs by itself, with people where they are needed. Start with a blank one or with an example."
    >
      {children}
    </EmptyState>
  )
}

type TableProps = {
  workflows: WorkflowSummary[]
  canEdit: boolean
  actions: ReturnType<typeof useWorkflowActions>
  onRemove(workflow: WorkflowSummary): void
}

function WorkflowTable({ workflows, canEdit, actions, onRemove }: TableProps) {
  return (
    <Table label="Workflows">
      <TableHeader>
        <TableRow>
          <TableHead>Name</TableHead>
          <TableHead className="hidden sm:table-cell">Published</TableHead>
          <TableHead>Last run</TableHead>
          <TableHead className="hidden md:table-cell">14 days</TableHead>
          <TableHead className="hidden lg:table-cell">Updated</TableHead>
          <TableHead className="relative">
            <span className="sr-only">More</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {workflows.map((workflow) => (
          <WorkflowRow
            key={workflow.id}
            workflow={workflow}
            canEdit={canEdit}
            onDuplicate={() => actions.duplicate.mutate(workflow.id)}
            onExport={() => actions.exportOne.mutate(workflow.id)}
            onRemove={() => onRemove(workflow)}
          />
        ))}
      </TableBody>
    </Table>
  )
}

type DialogName = 'create' | 'import' | null

type DialogProps = {
  dialog: DialogName
  setDialog(dialog: DialogName): void
  actions: ReturnType<typeof useWorkflowActions>
}

/** The ways to a new workflow. */
function NewWorkflowDialogs({ dialog, setDialog, actions: { open, importOne } }: DialogProps) {
  return (
    <>
      <CreateDialog
        open={dialog === 'create'}
        onOpenChange={(next) => setDialog(next ? 'create' : null)}
        onCreated={open}
      />
      <ImportDialog
        open={dialog === 'import'}
        onOpenChange={(next) => {
          importOne.reset()
          setDialog(next ? 'import' : null)
        }}
        title="Import a workflow"
        description="A file that was exported here or from another organization. It becomes a new workflow; nothing is replaced."
        action="Import"
        busy={importOne.isPending}
        failure={importOne.error?.message}
        onImport={(imported) => importOne.mutate(imported)}
      />
    </>
  )
}

/** All workflows of the organization, and the ways to create one. */
export function WorkflowsPage({ canEdit }: { canEdit: boolean }) {
  const { typed, setTyped, search } = useSearch()
  const [dialog, setDialog] = useState<DialogName>(null)
  const [toDelete, setToDelete] = useState<WorkflowSummary | null>(null)
  const actions = useWorkflowActions()
  const list = useInfiniteQuery({
    ...pagesOf(listWorkflowsContract, {
      query: { limit: 50, search },
    }),
    placeholderData: keepPreviousData,
  })
  const newButton = canEdit ? (
    <Button onClick={() => setDialog('create')}>
      <PlusIcon aria-hidden /> New workflow
    </Button>
  ) : null
  return (
    <div className="space-y-5">
      <PageHeader
        title="Workflows"
        description="What runs here: drawn, published, started by forms, people and systems."
      >
        {canEdit ? (
          <>
            <Button variant="outline" onClick={() => setDialog('import')}>
              <UploadIcon aria-hidden /> Import
            </Button>
            {newButton}
          </>
        ) : null}
      </PageHeader>
      <SearchField value={typed} onChange={setTyped} />
      <PagedList
        query={list}
        what="The workflows"
        skeletons={{ rows: 4, height: 'h-14' }}
        empty={
          search ? (
            <NothingFound search={search} onShowAll={() => setTyped('')} />
          ) : (
            <NoWorkflows>{newButton}</NoWorkflows>
          )
        }
      >
        {(workflows) => (
          <WorkflowTable
            workflows={workflows}
            canEdit={canEdit}
            actions={actions}
            onRemove={setToDelete}
          />
        )}
      </PagedList>
      <NewWorkflowDialogs dialog={dialog} setDialog={setDialog} actions={actions} />
      <DeleteWorkflow workflow={toDelete} onClose={() => setToDelete(null)} />
    </div>
  )
}
