'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PencilIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#components/shared/actions/confirm-dialog'
import { Age } from '#components/shared/display/age'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  changeCommentContract,
  deleteCommentContract,
  listCommentsContract,
  type CommentView,
  type NamedPerson,
} from '#lib/contracts/runs/comments'
import { call } from '#lib/http/client'
import { sayNotTold } from './say-not-told.ts'
import { CommentEditor } from './comment-editor.tsx'
import { CommentText } from './comment-text.tsx'

type Props = { runId: string; comment: CommentView }

function DeleteComment({ runId, comment }: Props) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(deleteCommentContract, { params: { id: runId, commentId: comment.id } }),
    onSuccess: () => setOpen(false),
    onSettled: () => refresh(client, listCommentsContract),
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

function EditComment({ runId, comment, onEnd }: Props & { onEnd(): void }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ text, mentions }: { text: string; mentions: NamedPerson[] }) =>
      call(changeCommentContract, {
        params: { id: runId, commentId: comment.id },
        body: { text, mentions: mentions.map(({ userId }) => userId) },
      }),
    onSuccess: (written) => {
      sayNotTold(written)
      onEnd()
    },
    onSettled: () => refresh(client, listCommentsContract),
  })
  return (
    <CommentEditor
      runId={runId}
      label="Your comment"
      action="Save"
      start={comment}
      failure={change.error?.message}
      onSave={(body) => change.mutateAsync(body)}
      onCancel={onEnd}
    />
  )
}

/** A comment, with the ways to change it while the person may. */
export function CommentRow({ runId, comment }: Props) {
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
          {deletable ? <DeleteComment runId={runId} comment={comment} /> : null}
        </span>
      </div>
      {editing ? (
        <EditComment runId={runId} comment={comment} onEnd={() => setEditing(false)} />
      ) : (
        <CommentText text={text} mentions={mentions} />
      )}
    </li>
  )
}
