'use client'

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { PlusIcon, SearchIcon, UploadIcon, WorkflowIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { ConfirmDialog } from '#components/shared/confirm-dialog'
import { pagesOf, refresh } from '#components/shared/queries'
import { ImportDialog } from './import-dialog.tsx'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import { Button } from '#components/ui/button'
import { EmptyState } from '#components/ui/empty-state'
import { Input } from '#components/ui/input'
import { PageHeader } from '#components/ui/page-header'
import { Skeleton } from '#components/ui/skeleton'
import { Table, TableBody, TableHead, TableHeader, TableRow } from '#components/ui/table'
import {
  deleteWorkflowContract,
  duplicateWorkflowContract,
  exportWorkflowContract,
  importWorkflowContract,
  listWorkflowsContract,
  type Workflow,
  type WorkflowSummary,
} from '#lib/contracts/workflows'
import { slugOf } from '#lib/domain/slug'
import { ApiFailure, call } from '#lib/http/client'
import type { Imported } from './read-import.ts'
import { saveJsonFile } from '#components/shared/save-json-file'
import { CreateDialog } from './create-dialog.tsx'
import { WorkflowRow } from './workflow-row.tsx'

const whyNot = (error: Error) => void toast.error(error.message)

/** All workflows of the organization, and the ways to a new one. */
export function WorkflowsPage({ canEdit }: { canEdit: boolean }) {
  const router = useRouter()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [dialog, setDialog] = useState<'create' | 'import' | null>(null)
  const [doomed, setDoomed] = useState<WorkflowSummary | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), 250)
    return () => clearTimeout(timer)
  }, [typed])

  const list = useInfiniteQuery({
    ...pagesOf(listWorkflowsContract, {
      query: { limit: 50, search },
    }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const open = (workflow: Workflow) => {
    void refresh(client, listWorkflowsContract)
    router.push(`/workflows/${workflow.id}`)
  }
  const bring = useMutation({
    mutationFn: ({ name = 'Imported workflow', slug, description, definition }: Imported) =>
      call(importWorkflowContract, {
        body: {
          format: 'rounds.workflow',
          version: 1,
          name,
          slug: slug ?? slugOf(name),
          description: description ?? '',
          definition,
        },
      }),
    onSuccess: open,
  })
  const duplicate = useMutation({
    mutationFn: (id: string) => call(duplicateWorkflowContract, { params: { id }, body: {} }),
    onSuccess: open,
    onError: whyNot,
  })
  const save = useMutation({
    mutationFn: (id: string) => call(exportWorkflowContract, { params: { id } }),
    onSuccess: (file) => saveJsonFile(`${file.slug}.json`, file),
    onError: whyNot,
  })
  const remove = useMutation({
    mutationFn: ({ id, confirm }: { id: string; confirm?: string }) =>
      call(deleteWorkflowContract, { params: { id }, query: confirm ? { confirm } : {} }),
    onSuccess: () => {
      setDoomed(null)
      void refresh(client, listWorkflowsContract)
    },
  })
  // Refused once: the message names the workflows that run it.
  const isUsed = remove.error instanceof ApiFailure && remove.error.code === 'in_use'
  const items = list.data?.pages.flatMap((page) => page.items) ?? []

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
            <Button onClick={() => setDialog('create')}>
              <PlusIcon aria-hidden /> New workflow
            </Button>
          </>
        ) : null}
      </PageHeader>
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
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </search>
      {list.isError ? (
        <Alert variant="destructive">
          <AlertTitle>The workflows cannot be shown</AlertTitle>
          <AlertDescription>
            {list.error.message}
            <Button variant="outline" size="sm" onClick={() => void list.refetch()}>
              Try again
            </Button>
          </AlertDescription>
        </Alert>
      ) : list.isPending ? (
        <div className="space-y-2" aria-busy aria-label="Loading">
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-14" />
          ))}
        </div>
      ) : items.length === 0 ? (
        search ? (
          <EmptyState
            icon={SearchIcon}
            title="Nothing found"
            description={`No workflow has “${search}” in its name or slug.`}
          >
            <Button variant="outline" onClick={() => setTyped('')}>
              Show all
            </Button>
          </EmptyState>
        ) : (
          <EmptyState
            icon={WorkflowIcon}
            title="No workflows yet"
            description="A workflow is drawn once and then runs by itself, with people where they are needed. Begin with a blank one or with an example."
          >
            {canEdit ? (
              <Button onClick={() => setDialog('create')}>
                <PlusIcon aria-hidden /> New workflow
              </Button>
            ) : null}
          </EmptyState>
        )
      ) : (
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
            {items.map((workflow) => (
              <WorkflowRow
                key={workflow.id}
                workflow={workflow}
                canEdit={canEdit}
                onDuplicate={() => duplicate.mutate(workflow.id)}
                onExport={() => save.mutate(workflow.id)}
                onRemove={() => {
                  remove.reset()
                  setDoomed(workflow)
                }}
              />
            ))}
          </TableBody>
        </Table>
      )}
      {list.hasNextPage ? (
        <Button
          variant="outline"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? 'Loading…' : 'Show more'}
        </Button>
      ) : null}

      <CreateDialog
        open={dialog === 'create'}
        onOpenChange={(next) => setDialog(next ? 'create' : null)}
        onCreated={open}
      />
      <ImportDialog
        open={dialog === 'import'}
        onOpenChange={(next) => {
          bring.reset()
          setDialog(next ? 'import' : null)
        }}
        title="Import a workflow"
        description="A file that was exported here or from another organization. It becomes a new workflow; nothing is replaced."
        action="Import"
        busy={bring.isPending}
        failure={bring.error?.message}
        onImport={(imported) => bring.mutate(imported)}
      />
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(next) => (next ? undefined : setDoomed(null))}
        title={`Delete ${doomed?.name ?? ''}?`}
        description="Its versions and its runs are deleted too, for good. Its form and its address in the API stop working."
        action={isUsed ? 'Delete all the same' : 'Delete for good'}
        busy={remove.isPending}
        failure={remove.error?.message}
        onConfirm={() => {
          if (doomed) remove.mutate({ id: doomed.id, ...(isUsed ? { confirm: doomed.slug } : {}) })
        }}
      />
    </div>
  )
}
