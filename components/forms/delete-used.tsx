'use client'

import { useQuery } from '@tanstack/react-query'
import { Trash2Icon } from 'lucide-react'
import { useId, useState } from 'react'
import { AlertDialog, AlertDialogAction, AlertDialogCancel, AlertDialogContent, AlertDialogDescription, AlertDialogFooter, AlertDialogHeader, AlertDialogTitle, AlertDialogTrigger } from '#components/ui/alert-dialog'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { Skeleton } from '#components/ui/skeleton'
import type { UsedBy } from '#lib/contracts/used-by'

type Props = { name: string; description: string; queryKey: string[]; /** Asked when the dialog opens. */ readUsedBy(signal: AbortSignal): Promise<UsedBy[]>; onConfirm(): void }

function Users({ usedBy }: { usedBy: UsedBy[] }) {
  return (
    <div className="space-y-2 text-sm">
      <p className="font-medium">{usedBy.length === 1 ? 'A workflow uses it:' : `${usedBy.length} workflows use it:`}</p>
      <ul className="max-h-48 space-y-1 overflow-y-auto rounded-lg border p-2" tabIndex={0} aria-label="Workflows that use it">
        {usedBy.map(({ id, name, published }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <a className="inline-block min-h-6 min-w-0 break-words underline underline-offset-2" href={`/workflows/${id}`} target="_blank" rel="noreferrer">{name}<span className="sr-only"> (opens in a new tab)</span></a>
            <Badge variant={published ? 'destructive' : 'outline'}>{published ? 'published' : 'draft only'}</Badge>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Deletes a thing that workflows name: shows which do, and then, or when that cannot be found out, wants the thing's name typed. */
export function DeleteUsed({ name, description, queryKey, readUsedBy, onConfirm }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const { data: usedBy, isError, isFetching } = useQuery({ queryKey: [...queryKey, 'used-by'], queryFn: ({ signal }) => readUsedBy(signal), enabled: open, staleTime: 0, gcTime: 0, retry: false })
  const mustType = isError || (usedBy !== undefined && usedBy.length > 0)
  const ready = !isFetching && (mustType ? typed.trim() === name.trim() : usedBy !== undefined)
  return (
    <AlertDialog open={open} onOpenChange={(next) => { setOpen(next); setTyped('') }}>
      <AlertDialogTrigger asChild><Button variant="outline" size="sm"><Trash2Icon aria-hidden /> Delete<span className="sr-only"> {name}</span></Button></AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Delete “{name}”?</AlertDialogTitle>
          <AlertDialogDescription>{description}</AlertDialogDescription>
        </AlertDialogHeader>
        {isFetching ? (
          <div role="status" aria-busy="true" aria-label="Looking for workflows that use it"><Skeleton className="h-10 w-full" /></div>
        ) : isError ? (
          <p className="text-sm">Whether workflows use it could not be found out.</p>
        ) : usedBy && usedBy.length > 0 ? (
          <Users usedBy={usedBy} />
        ) : (
          <p className="text-sm">No workflow names it. A workflow that computes the name, or a system that calls the API, may still use it.</p>
        )}
        {mustType && !isFetching ? (
          <div className="space-y-1.5">
            <Label htmlFor={id}>Type “{name}” to delete it all the same</Label>
            <Input id={id} value={typed} autoComplete="off" spellCheck={false} onChange={(event) => setTyped(event.target.value)} />
          </div>
        ) : null}
        <AlertDialogFooter>
          <AlertDialogCancel>Keep it</AlertDialogCancel>
          <AlertDialogAction disabled={!ready} onClick={onConfirm}>Delete for good</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
