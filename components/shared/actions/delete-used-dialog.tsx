'use client'

import { useId } from 'react'
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from '#components/ui/overlay/alert-dialog'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import { Label } from '#components/ui/input/label'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Loading } from '../loading/loading.tsx'
import { NativeSelect } from '../fields/native-select.tsx'
import { TextField } from '../fields/text-field.tsx'
import {
  useDeletion,
  type Deletion,
  type DeletionOfUsed,
  type UsedThing,
  type Users as UsersOf,
} from './use-deletion.ts'

function usersTitle(shown: number, others: number): string {
  if (shown === 0)
    return others === 1
      ? 'A workflow that you do not see uses it.'
      : `${others} workflows that you do not see use it.`
  const more = others > 0 ? `, and ${others} more that you do not see` : ''
  return shown === 1 ? `A workflow uses it${more}:` : `${shown} workflows use it${more}:`
}

function Users({ usedBy, usedByOthers }: UsersOf) {
  const title = <p className="font-medium">{usersTitle(usedBy.length, usedByOthers)}</p>
  if (usedBy.length === 0) return <div className="text-sm">{title}</div>
  return (
    <div className="space-y-2 text-sm">
      {title}
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

/** Whether workflows name the thing, as far as that is known. */
function Usage({ deletion }: { deletion: Deletion }) {
  const { isReading, hasFailed, isUsed, usedBy = [], usedByOthers } = deletion
  if (isReading)
    return (
      <Loading label="Looking for workflows that use it">
        <Skeleton className="h-10 w-full" />
      </Loading>
    )
  if (hasFailed) return <p className="text-sm">Whether workflows use it could not be found out.</p>
  if (isUsed) return <Users usedBy={usedBy} usedByOthers={usedByOthers} />
  return (
    <p className="text-sm">
      No workflow names it. A workflow that computes the name, or a system that calls the API, may
      still use it.
    </p>
  )
}

/** What the workflows use instead; nothing when there is nothing to choose. */
function Replacement({ deletion }: { deletion: Deletion }) {
  const id = useId()
  const { isUsed, others, replaceWith, register } = deletion
  if (!isUsed || others.length === 0) return null
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>What they use instead</Label>
      <NativeSelect id={id} {...register('replaceWith')}>
        <option value="">Nothing: they fail from then on</option>
        {others.map(({ value, title }) => (
          <option key={value} value={value}>
            {title} ({value})
          </option>
        ))}
      </NativeSelect>
      {replaceWith === '' ? null : (
        <p className="text-sm text-muted-foreground">
          Drafts are changed, and what is published gets a next version. Runs under way keep theirs.
        </p>
      )}
    </div>
  )
}

type Props = UsedThing & {
  description: string
  open: boolean
  onOpenChange(open: boolean): void
  onConfirm(deletion: DeletionOfUsed): void
}

/** The question of `DeleteUsed`. */
export function DeleteUsedDialog({ description, open, onOpenChange, onConfirm, ...thing }: Props) {
  const { name } = thing
  const deletion = useDeletion(thing, open)
  const change = (next: boolean) => {
    onOpenChange(next)
    deletion.reset()
  }
  const submit = deletion.handleSubmit(() => {
    onConfirm(deletion.deletion)
    change(false)
  })
  return (
    <AlertDialog open={open} onOpenChange={change}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Delete “{name}”?</AlertDialogTitle>
          <AlertDialogDescription>{description}</AlertDialogDescription>
        </AlertDialogHeader>
        <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
          <Usage deletion={deletion} />
          <Replacement deletion={deletion} />
          {deletion.mustType ? (
            <TextField
              label={`Type “${name}” to delete it all the same`}
              autoComplete="off"
              spellCheck={false}
              {...deletion.register('typed')}
            />
          ) : null}
          <AlertDialogFooter>
            <AlertDialogCancel type="button">Keep it</AlertDialogCancel>
            <Button type="submit" variant="destructive" disabled={!deletion.isReady}>
              {deletion.replaceWith ? 'Replace and delete' : 'Delete for good'}
            </Button>
          </AlertDialogFooter>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  )
}
