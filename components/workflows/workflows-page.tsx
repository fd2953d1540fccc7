'use client'

import { dialogLater } from '#components/shared/loading/dialog-later'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  FolderIcon,
  FolderPlusIcon,
  LayoutGridIcon,
  PlusIcon,
  SearchIcon,
  UploadIcon,
  WorkflowIcon,
} from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState, type ReactNode } from 'react'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf, queryOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Input } from '#components/ui/input/input'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { Table, TableBody, TableHead, TableHeader, TableRow } from '#components/ui/layout/table'
import { listFoldersContract, type FolderView } from '#lib/contracts/workflows/folders'
import { listWorkflowsContract, type WorkflowSummary } from '#lib/contracts/workflows/workflows'
import { DeleteWorkflow } from './delete-workflow.tsx'
import { FolderList } from './folders/folder-list.tsx'
import { FolderMenu } from './menus-at-touch.tsx'
import { FolderPath } from './folders/folder-path.tsx'
import { foldersIn, pathName } from './folders/folder-tree.ts'
import { FolderDialogs, useFolderActs, workflowThing } from './folders/folder-dialogs.tsx'
import { useUrlFilters } from '#components/shared/loading/use-url-filters'
import { galleryAddress } from './gallery/addresses.ts'
import { TagFilter } from './tags/tag-filter.tsx'
import { useWorkflowActions } from './use-workflow-actions.ts'
import { WorkflowRow } from './workflow-row.tsx'

const CreateDialog = dialogLater(async () => (await import('./create-dialog.tsx')).CreateDialog)
const ImportDialog = dialogLater(async () => (await import('./import-dialog.tsx')).ImportDialog)

const TagsDialog = dialogLater(
  async () => (await import('./tags/tags-dialog.tsx')).TagsDialog,
  ({ workflow }) => workflow !== undefined,
)

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

/** The search inside of workflows, for the same words. */
const findAddress = (words: string): string =>
  words.trim() === ''
    ? '/workflows/find'
    : `/workflows/find?text=${encodeURIComponent(words.trim())}`

type SearchProps = {
  value: string
  onChange(text: string): void
  tag: string
  onTag(tag: string): void
}

function SearchField({ value, onChange, tag, onTag }: SearchProps) {
  return (
    <search className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <span className="relative block w-full max-w-sm">
        <SearchIcon
          aria-hidden
          className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted-foreground"
        />
        <Input
          type="search"
          aria-label="Search workflows"
          placeholder="Name or short name"
          className="pl-8"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
      <TagFilter value={tag} onChange={onTag} />
      <Link
        href={findAddress(value)}
        className="inline-flex min-h-6 items-center rounded-sm text-sm underline underline-offset-4 outline-none focus-visible:ring-2 focus-visible:ring-ring"
      >
        Search inside workflows
      </Link>
    </search>
  )
}

/** What the list was narrowed to, in words. */
const narrowed = (search: string, tag: string): string =>
  [search ? `“${search}” in its name or slug` : '', tag ? `the tag “${tag}”` : '']
    .filter(Boolean)
    .join(' and ')

type NothingProps = { search: string; tag: string; onShowAll(): void }

function NothingFound({ search, tag, onShowAll }: NothingProps) {
  return (
    <EmptyState
      icon={SearchIcon}
      title="Nothing found"
      description={`No workflow has ${narrowed(search, tag)}.`}
    >
      <div className="flex flex-wrap justify-center gap-2">
        <Button asChild>
          <Link href={findAddress(search)}>Search inside workflows</Link>
        </Button>
        <Button variant="outline" onClick={onShowAll}>
          Show all
        </Button>
      </div>
    </EmptyState>
  )
}

/** The page of a folder that is deleted, or whose workflows the person does not see. */
function NoSuchFolder() {
  return (
    <div className="space-y-5">
      <PageHeader title="Workflows" />
      <EmptyState
        icon={FolderIcon}
        title="This folder is not here"
        description="It may be deleted, or its workflows are for others."
      >
        <Button asChild variant="outline">
          <Link href="/workflows">All workflows</Link>
        </Button>
      </EmptyState>
    </div>
  )
}

/** A folder without workflows, and the top when all of them lie in folders. */
function NoneHere({ isTop, children }: { isTop: boolean; children: ReactNode }) {
  return (
    <EmptyState
      icon={FolderIcon}
      title={isTop ? 'Every workflow lies in a folder' : 'No workflow lies directly in this folder'}
      description={
        isTop
          ? 'Open a folder above, or search over all of them.'
          : 'Create one here, or move one here by its menu in the list.'
      }
    >
      {children}
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

type Rights = { canCreate: boolean; canSeeAccess: boolean; canManageAccess: boolean }
type FolderActs = ReturnType<typeof useFolderActs>

type TableProps = {
  workflows: WorkflowSummary[]
  rights: Rights
  /** Where each lies; empty for those of the open folder. */
  placeOf(workflow: WorkflowSummary): string
  actions: ReturnType<typeof useWorkflowActions>
  acts: FolderActs
  onTags(workflow: WorkflowSummary): void
  onRemove(workflow: WorkflowSummary): void
}

function WorkflowTable(props: TableProps) {
  const { workflows, rights, placeOf, actions, acts, onTags, onRemove } = props
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
        {workflows.map((workflow) => {
          const actOn = (act: 'move' | 'access') => () =>
            acts.setOpen({ act, thing: workflowThing(workflow) })
          return (
            <WorkflowRow
              key={workflow.id}
              workflow={workflow}
              place={placeOf(workflow)}
              onMove={actOn('move')}
              onTags={() => onTags(workflow)}
              onAccess={rights.canSeeAccess ? actOn('access') : undefined}
              onDuplicate={() => actions.duplicate.mutate(workflow.id)}
              onExport={() => actions.exportOne.mutate(workflow.id)}
              onRemove={() => onRemove(workflow)}
            />
          )
        })}
      </TableBody>
    </Table>
  )
}

type DialogName = 'create' | 'import' | null

type DialogProps = {
  dialog: DialogName
  setDialog(dialog: DialogName): void
  folderId: string | null
  actions: ReturnType<typeof useWorkflowActions>
}

/** The ways to a new workflow. */
function NewWorkflowDialogs({ dialog, setDialog, folderId, actions }: DialogProps) {
  const { open, importOne } = actions
  return (
    <>
      <CreateDialog
        open={dialog === 'create'}
        onOpenChange={(next) => setDialog(next ? 'create' : null)}
        folderId={folderId}
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

type HeaderProps = {
  canCreate: boolean
  folderId: string | null
  newButton: ReactNode
  onImport(): void
  onFolder(): void
}

function Header({ canCreate, folderId, newButton, onImport, onFolder }: HeaderProps) {
  return (
    <PageHeader
      title="Workflows"
      description="What runs here: drawn, published, started by forms, people and systems."
    >
      <Button variant="outline" asChild>
        <Link href={galleryAddress(folderId)}>
          <LayoutGridIcon aria-hidden /> Gallery
        </Link>
      </Button>
      {canCreate ? (
        <>
          <Button variant="outline" onClick={onFolder}>
            <FolderPlusIcon aria-hidden /> New folder
          </Button>
          <Button variant="outline" onClick={onImport}>
            <UploadIcon aria-hidden /> Import
          </Button>
          {newButton}
        </>
      ) : null}
    </PageHeader>
  )
}

/** The folders, and the one that the address names. */
function useOpenFolder() {
  const folders = useQuery(queryOf(listFoldersContract)).data?.items
  const folderId = useSearchParams().get('folder')
  const isMissing = folderId !== null && folders?.some(({ id }) => id === folderId) === false
  return { folders: folders ?? [], folderId, isMissing }
}

type ListProps = {
  folders: FolderView[]
  folderId: string | null
  search: string
  tag: string
  rights: Rights
  acts: FolderActs
  actions: ReturnType<typeof useWorkflowActions>
  newButton: ReactNode
  onShowAll(): void
}

/** The workflows of the open folder, or those that a search found in all of them. */
function WorkflowList(props: ListProps) {
  const { folders, folderId, search, tag, newButton, onShowAll, ...table } = props
  const [toDelete, setToDelete] = useState<WorkflowSummary | null>(null)
  const [toTag, setToTag] = useState<WorkflowSummary>()
  const isNarrowed = search !== '' || tag !== ''
  const tagged = tag === '' ? {} : { tag }
  const place = isNarrowed ? tagged : { folder: folderId ?? 'none' }
  const list = useInfiniteQuery({
    ...pagesOf(listWorkflowsContract, { query: { limit: 50, search, ...place } }),
    placeholderData: keepPreviousData,
  })
  const isFirst = folderId === null && folders.length === 0
  const none = isFirst ? (
    <NoWorkflows>{newButton}</NoWorkflows>
  ) : (
    <NoneHere isTop={folderId === null}>{newButton}</NoneHere>
  )
  return (
    <>
      <PagedList
        query={list}
        what="The workflows"
        skeletons={{ rows: 4, height: 'h-14' }}
        empty={isNarrowed ? <NothingFound search={search} tag={tag} onShowAll={onShowAll} /> : none}
      >
        {(workflows) => (
          <WorkflowTable
            workflows={workflows}
            placeOf={(workflow) => (isNarrowed ? pathName(folders, workflow.folderId) : '')}
            onTags={setToTag}
            onRemove={setToDelete}
            {...table}
          />
        )}
      </PagedList>
      <DeleteWorkflow workflow={toDelete} onClose={() => setToDelete(null)} />
      <TagsDialog workflow={toTag} onClose={() => setToTag(undefined)} />
    </>
  )
}

/** Whether the person may create something in the open folder; undefined at the top. */
const canCreateIn = (folders: FolderView[], folderId: string | null): boolean | undefined =>
  folders.find(({ id }) => id === folderId)?.canCreate

type FoldersProps = Pick<ListProps, 'folders' | 'folderId' | 'rights' | 'acts'>

/** The way to the open folder, what can be done with it, and the folders in it. */
function Folders({ folders, folderId, rights, acts }: FoldersProps) {
  const { canSeeAccess } = rights
  const menu = { canSeeAccess, onAct: acts.actOn }
  const open = folders.find(({ id }) => id === folderId)
  return (
    <>
      {open ? (
        <div className="flex items-center gap-2">
          <FolderPath folders={folders} open={open.id} />
          <FolderMenu folder={open} {...menu} />
        </div>
      ) : null}
      <FolderList folders={foldersIn(folders, folderId)} all={folders} {...menu} />
    </>
  )
}

type NarrowedProps = Omit<ListProps, 'search' | 'tag' | 'onShowAll'>

/** The list with what narrows it: without a search or a tag, the open folder. */
function NarrowedList(props: NarrowedProps) {
  const { folders, folderId, rights, acts } = props
  const { typed, setTyped, search } = useSearch()
  const { filters, change } = useUrlFilters(['folder', 'tag'])
  const { tag } = filters
  const onTag = (next: string) => change({ tag: next })
  return (
    <>
      <SearchField value={typed} onChange={setTyped} tag={tag} onTag={onTag} />
      {search || tag ? null : (
        <Folders folders={folders} folderId={folderId} rights={rights} acts={acts} />
      )}
      <WorkflowList
        {...props}
        search={search}
        tag={tag}
        onShowAll={() => {
          setTyped('')
          onTag('')
        }}
      />
    </>
  )
}

/** The workflows of the organization in their folders, and the ways to create one. */
export function WorkflowsPage(rights: Rights) {
  const [dialog, setDialog] = useState<DialogName>(null)
  const { folders, folderId, isMissing } = useOpenFolder()
  const actions = useWorkflowActions(folderId)
  const acts = useFolderActs()
  if (isMissing) return <NoSuchFolder />
  const canCreate = canCreateIn(folders, folderId) ?? rights.canCreate
  const newButton = canCreate ? (
    <Button onClick={() => setDialog('create')}>
      <PlusIcon aria-hidden /> New workflow
    </Button>
  ) : null
  return (
    <Page>
      <Header
        canCreate={canCreate}
        folderId={folderId}
        newButton={newButton}
        onImport={() => setDialog('import')}
        onFolder={() => acts.setOpen({ act: 'new' })}
      />
      <NarrowedList
        folders={folders}
        folderId={folderId}
        rights={rights}
        acts={acts}
        actions={actions}
        newButton={newButton}
      />
      <NewWorkflowDialogs
        dialog={dialog}
        setDialog={setDialog}
        folderId={folderId}
        actions={actions}
      />
      <FolderDialogs
        acts={acts}
        folders={folders}
        folderId={folderId}
        canManageAccess={rights.canManageAccess}
      />
    </Page>
  )
}
