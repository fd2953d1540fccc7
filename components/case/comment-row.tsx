'use client'

import { useMutation } from '@tanstack/react-query'
import { PencilIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#components/shared/actions/confirm-dialog'
import { Age } from '#components/shared/display/age'
import { Button } from '#components/ui/input/button'
import type { CommentView, NamedPerson } from '#lib/contracts/runs/comments'
import { CommentEditor } from './comment-editor.tsx'
import type { CommentPlace } from './comment-place.ts'
import { CommentText } from './comment-text.tsx'

type Sent = { text: string; mentions: NamedPerson[] }

/** How the comments of a place are changed. */
export type CommentActs = {
  place: CommentPlace
  change(commentId: string, written: Sent): Promise<unknown>
  remove(commentId: string): Promise<unknown>
  /** Reads the comments again. */
  refresh(): Promise<unknown>
}
type Props = { acts: CommentActs; comment: CommentView }

function DeleteComment({ acts, comment }: Props) {
  const [open, setOpen] = useState(false)
  const remove = useMutation({
    mutationFn: () => acts.remove(comment.id),
    onSuccess: () => setOpen(false),
    onSettled: acts.refresh,
  })
  return (
    <>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Delete the comment of ${comment.author.name}`}
        onClick={() => setOpen(true)}
      >
        <Trash2Icon aria-hidden />
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete this comment?"
        description="Its text is deleted for everybody. The history keeps that there was one."
        action="Delete"
        keep="Keep it"
        busy={remove.isPending}
        failure={remove.error?.message}
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}

function EditComment({ acts, comment, onEnd }: Props & { onEnd(): void }) {
  const change = useMutation({
    mutationFn: (written: Sent) => acts.change(comment.id, written),
    onSuccess: onEnd,
    onSettled: acts.refresh,
  })
  return (
    <CommentEditor
      place={acts.place}
      label="Your comment"
      action="Save"
      takesFocus
      start={comment}
      failure={change.error?.message}
      onSave={(written) => change.mutateAsync(written)}
      onCancel={onEnd}
    />
  )
}

/** A comment, with the ways to change it while the person may. */
export function CommentRow({ acts, comment }: Props) {
  const [editing, setEditing] = useState(false)
  const { author, createdAt, editedAt, changeableUntil, deletable, text, mentions } = comment
  return (
    <li className="space-y-1">
      <div className="flex min-h-7 flex-wrap items-center gap-x-2">
        <span className="text-sm font-medium wrap-anywhere">{author.name}</span>
        <span className="text-xs text-muted-foreground">
          <Age at={createdAt} />
          {editedAt ? ' · edited' : null}
        </span>
        <span className="ml-auto flex gap-1">
          {changeableUntil && !editing ? (
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Edit your comment"
              onClick={() => setEditing(true)}
            >
              <PencilIcon aria-hidden />
            </Button>
          ) : null}
          {deletable ? <DeleteComment acts={acts} comment={comment} /> : null}
        </span>
      </div>
      {editing ? (
        <EditComment acts={acts} comment={comment} onEnd={() => setEditing(false)} />
      ) : (
        <CommentText text={text} mentions={mentions} />
      )}
    </li>
  )
}
