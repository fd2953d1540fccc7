'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { HistoryIcon } from 'lucide-react'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Link } from '#components/shared/navigation/link'
import { formatInstant } from '#components/shared/display/format'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { keyOf, queryOf } from '#components/shared/loading/queries'
import {
  listVersionsContract,
  restoreVersionContract,
  type Workflow,
  type WorkflowVersionSummary,
} from '#lib/contracts/workflows/workflows'
import { call } from '#lib/http/client'
import type { Autosave } from '../sync/autosave.ts'

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  workflow: Workflow
  autosave: Autosave
  onRestored(workflow: Workflow, number: number): void
}

/** Every published version: what the draft changes against it, and how to restore it. */
export function VersionsSheet(props: Props) {
  const { open, onOpenChange, workflow } = props
  const versions = useQuery({
    ...queryOf(listVersionsContract, { params: { id: workflow.id }, query: { limit: 100 } }),
    // Read again when another version exists.
    queryKey: keyOf(listVersionsContract, workflow.id, workflow.published?.number),
    enabled: open,
  })
  const restore = useRestore(props)
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent className="sm:max-w-lg">
        <SheetHeader>
          <SheetTitle>Versions</SheetTitle>
          <SheetDescription>
            Runs keep the version that they started with. Restoring changes the draft only.
          </SheetDescription>
        </SheetHeader>
        {versions.isPending ? <Skeleton className="h-24" /> : null}
        {versions.isError ? (
          <ListFailure error={versions.error} onRetry={() => void versions.refetch()} />
        ) : null}
        {restore.isError ? (
          <p role="alert" className="text-sm text-destructive">
            {restore.error.message}
          </p>
        ) : null}
        {versions.data?.items.length === 0 ? (
          <p className="text-sm text-muted-foreground">Nothing is published yet.</p>
        ) : null}
        <VersionList
          workflow={workflow}
          versions={versions.data?.items ?? []}
          onRestore={(number) => restore.mutate(number)}
        />
      </SheetContent>
    </Sheet>
  )
}

/** Restores a version to the draft, after saving unsaved changes. */
function useRestore({ workflow, autosave, onRestored }: Props) {
  return useMutation({
    mutationFn: async (number: number) => {
      await autosave.flush()
      return call(restoreVersionContract, {
        params: { id: workflow.id, number },
        headers: { 'if-match': `"${autosave.revision()}"` },
      })
    },
    onSuccess: (restored, number) => onRestored(restored, number),
  })
}

function ListFailure({ error, onRetry }: { error: Error; onRetry(): void }) {
  return (
    <div className="space-y-2 text-sm">
      <p role="alert" className="text-destructive">
        {error.message}
      </p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

const restoreHelp =
  'What the draft has now goes, also what others have changed in it. Undo brings it back until ' +
  'you leave this page. What is published stays as it is.'

type ListProps = {
  workflow: Workflow
  versions: WorkflowVersionSummary[]
  onRestore(number: number): void
}

function VersionList(props: ListProps) {
  const { workflow, versions, onRestore } = props
  return (
    <ol aria-label="Published versions" className="space-y-3">
      {versions.map((version) => {
        const { number } = version
        return (
          <li key={version.id} className="space-y-2 rounded-lg border p-3">
            <VersionHeading version={version} />
            {version.note ? <p className="text-sm whitespace-pre-wrap">{version.note}</p> : null}
            <div className="flex flex-wrap gap-2">
              <VersionLinks workflow={workflow} versions={versions} number={number} />
              {workflow.mayNot.edit === undefined ? (
                <ConfirmButton
                  icon={HistoryIcon}
                  label="Restore"
                  about={`version ${number}`}
                  title={`Replace the draft with version ${number}?`}
                  description={restoreHelp}
                  confirm="Replace the draft"
                  keep="Keep the draft"
                  onConfirm={() => onRestore(number)}
                />
              ) : null}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function VersionHeading({ version }: { version: WorkflowVersionSummary }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="font-semibold">Version {version.number}</span>
      {version.current ? <Badge>Published now</Badge> : null}
      <span className="text-xs text-muted-foreground">
        {formatInstant(version.publishedAt)}
        {version.publishedBy ? `, ${version.publishedBy}` : ''}
        {version.approval?.approvedBy ? `, approved by ${version.approval.approvedBy}` : ''}
      </span>
      {version.approval?.without ? (
        <p className="w-full text-xs wrap-anywhere text-muted-foreground">
          Published without an approval: “{version.approval.without}”
        </p>
      ) : null}
    </div>
  )
}

type LinksProps = { workflow: Workflow; versions: WorkflowVersionSummary[]; number: number }

/** Looks at a version, and compares it with the draft or with the version before it. */
function VersionLinks({ workflow, versions, number }: LinksProps) {
  const before = versions.find((one) => one.number < number)?.number
  const address = (from: string, to: string) =>
    `/workflows/${workflow.id}/versions?from=${from}&to=${to}`
  return (
    <>
      <Button asChild variant="outline" size="sm">
        <Link href={address('', String(number))}>
          Look at it<span className="sr-only">: version {number}</span>
        </Link>
      </Button>
      <Button asChild variant="outline" size="sm">
        <Link href={address(String(number), 'draft')}>
          Compare with the draft<span className="sr-only">: version {number}</span>
        </Link>
      </Button>
      {before === undefined ? null : (
        <Button asChild variant="outline" size="sm">
          <Link href={address(String(before), String(number))}>
            Compare with version {before}
            <span className="sr-only">: version {number}</span>
          </Link>
        </Button>
      )}
    </>
  )
}
