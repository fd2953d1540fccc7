'use client'

import { useQuery } from '@tanstack/react-query'
import { Trash2Icon } from 'lucide-react'
import { useId, useState } from 'react'
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from '#components/ui/alert-dialog'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { fieldClass } from '#components/ui/field-class'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { Skeleton } from '#components/ui/skeleton'
import type { UsedBy } from '#lib/contracts/used-by'

/** What is sent with the deletion of a thing that workflows name. */
export type DeletionOfUsed = { replaceWith?: string; confirm?: string }

type Other = { value: string; title: string }
type Props = {
  name: string
  /** By which workflows name it. */
  ownName: string
  description: string
  /** The start of the keys of what this dialog reads. */
  queryKey: unknown[]
  /** Asked when the dialog opens. */
  readUsedBy(signal: AbortSignal): Promise<UsedBy[]>
  /** What could take its place; it may be among them. */
  readOthers(signal: AbortSignal): Promise<Other[]>
  onConfirm(deletion: DeletionOfUsed): void
}

function Users({ usedBy }: { usedBy: UsedBy[] }) {
  return (
    <div className="space-y-2 text-sm">
      <p className="font-medium">
        {usedBy.length === 1 ? 'A workflow uses it:' : `${usedBy.length} workflows use it:`}
      </p>
      <ul
        className="max-h-48 space-y-1 overflow-y-auto rounded-lg border p-2"
        tabIndex={0}
        aria-label="Workflows that use it"
      >
        {usedBy.map(({ id, name, published }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <a
              className="inline-flex min-h-6 min-w-0 items-center break-words underline underline-offset-2"
              href={`/workflows/${id}`}
              target="_blank"
              rel="noreferrer"
            >
              {name}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
            <Badge variant={published ? 'destructive' : 'outline'}>
              {published ? 'published' : 'draft only'}
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Deletes a thing that workflows name: shows which do, and then, or when that cannot be found out,
 * wants the thing's name typed.
 */
export function DeleteUsed(props: Props) {
  const { name, ownName, description, queryKey, readUsedBy, readOthers, onConfirm } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [replaceWith, setReplaceWith] = useState('')
  const {
    data: usedBy,
    isError,
    isFetching,
  } = useQuery({
    queryKey: [...queryKey, 'used-by'],
    queryFn: ({ signal }) => readUsedBy(signal),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const mustType = isError || (usedBy !== undefined && usedBy.length > 0)
  const isUsed = usedBy !== undefined && usedBy.length > 0
  const others = useQuery({
    queryKey: [...queryKey, 'others'],
    queryFn: ({ signal }) => readOthers(signal),
    enabled: open && isUsed,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const choices = (others.data ?? []).filter(({ value }) => value !== ownName)
  const isTyped = mustType ? typed.trim() === name.trim() : usedBy !== undefined
  const ready = !isFetching && (replaceWith !== '' || isTyped)
  const deletion = replaceWith ? { replaceWith } : mustType ? { confirm: ownName } : {}
  const change = (next: boolean) => {
    setOpen(next)
    setTyped('')
    setReplaceWith('')
  }
  return (
    <AlertDialog open={open} onOpenChange={change}>
      <AlertDialogTrigger asChild>
        <Button variant="outline" size="sm">
          <Trash2Icon aria-hidden /> Delete<span className="sr-only"> {name}</span>
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Delete “{name}”?</AlertDialogTitle>
          <AlertDialogDescription>{description}</AlertDialogDescription>
        </AlertDialogHeader>
        {isFetching ? (
          <div role="status" aria-busy="true" aria-label="Looking for workflows that use it">
            <Skeleton className="h-10 w-full" />
          </div>
        ) : isError ? (
          <p className="text-sm">Whether workflows use it could not be found out.</p>
        ) : usedBy && usedBy.length > 0 ? (
          <Users usedBy={usedBy} />
        ) : (
          <p className="text-sm">
            No workflow names it. A workflow that computes the name, or a system that calls the API,
            may still use it.
          </p>
        )}
        {isUsed && choices.length > 0 ? (
          <div className="space-y-1.5">
            <Label htmlFor={`${id}-other`}>What they use instead</Label>
            <select
              id={`${id}-other`}
              className={`${fieldClass} h-9 px-2`}
              value={replaceWith}
              onChange={(event) => setReplaceWith(event.target.value)}
            >
              <option value="">Nothing: they fail from then on</option>
              {choices.map(({ value, title }) => (
                <option key={value} value={value}>
                  {title} ({value})
                </option>
              ))}
            </select>
            {replaceWith === '' ? null : (
              <p className="text-sm text-muted-foreground">
                Drafts are changed, and what is published gets a next version. Runs under way keep
                theirs.
              </p>
            )}
          </div>
        ) : null}
        {mustType && !isFetching && replaceWith === '' ? (
          <div className="space-y-1.5">
            <Label htmlFor={id}>Type “{name}” to delete it all the same</Label>
            <Input
              id={id}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        ) : null}
        <AlertDialogFooter>
          <AlertDialogCancel>Keep it</AlertDialogCancel>
          <AlertDialogAction disabled={!ready} onClick={() => onConfirm(deletion)}>
            {replaceWith ? 'Replace and delete' : 'Delete for good'}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
