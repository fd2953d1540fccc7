'use client'

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUnread } from '#components/notifications/use-unread'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf, refresh } from '#components/shared/loading/queries'
import {
  countNotificationsContract,
  listNotificationsContract,
  readNotificationsContract,
} from '#lib/contracts/organization/notifications'
import {
  addCommentContract,
  changeCommentContract,
  deleteCommentContract,
  listCommentsContract,
  type NamedPerson,
} from '#lib/contracts/runs/comments'
import { call } from '#lib/http/client'
import { CommentEditor } from './comment-editor.tsx'
import { CommentRow, type CommentActs } from './comment-row.tsx'
import { sayNotTold } from './say-not-told.ts'

/** What is read here is read in the list of notifications, too. */
function useReadHere(runId: string, isShown: boolean): void {
  const client = useQueryClient()
  const unread = useUnread()
  useEffect(() => {
    if (!isShown || !unread) return
    void call(readNotificationsContract, { body: { runId } }).then(
      () => refresh(client, countNotificationsContract, listNotificationsContract),
      () => undefined,
    )
  }, [client, runId, isShown, unread])
}

/** Comments are read again when the person is told of something new. */
function useNewComments(): void {
  const client = useQueryClient()
  const unread = useUnread()
  useEffect(() => {
    if (unread) void refresh(client, listCommentsContract)
  }, [client, unread])
}

/** How comments on a case are changed. */
function useActs(runId: string): CommentActs {
  const client = useQueryClient()
  return {
    place: { runId },
    async change(commentId, { text, mentions }) {
      const body = { text, mentions: mentions.map(({ userId }) => userId) }
      sayNotTold(await call(changeCommentContract, { params: { id: runId, commentId }, body }))
    },
    remove: (commentId) => call(deleteCommentContract, { params: { id: runId, commentId } }),
    refresh: () => refresh(client, listCommentsContract),
  }
}

/** What people wrote about a case, the newest first, below the field for a new comment. */
export function CaseComments({ runId }: { runId: string }) {
  const acts = useActs(runId)
  const comments = useInfiniteQuery(pagesOf(listCommentsContract, { params: { id: runId } }))
  useNewComments()
  useReadHere(runId, comments.data !== undefined)
  const add = useMutation({
    mutationFn: (body: { text: string; mentions: NamedPerson[] }) =>
      call(addCommentContract, {
        params: { id: runId },
        body: { text: body.text, mentions: body.mentions.map(({ userId }) => userId) },
      }),
    onSuccess: (written) => sayNotTold(written),
    onSettled: acts.refresh,
  })
  return (
    <>
      <CommentEditor
        place={acts.place}
        label="New comment"
        action="Comment"
        memory={`comment.${runId}`}
        failure={add.error?.message}
        onSave={(body) => add.mutateAsync(body)}
      />
      <PagedList
        query={comments}
        what="The comments"
        skeletons={{ rows: 2, height: 'h-14' }}
        empty={
          <p className="text-sm text-muted-foreground">
            Nobody has written about this case. Everybody who sees the case sees its comments.
          </p>
        }
      >
        {(items) => (
          <ul className="space-y-4" aria-label="Comments">
            {items.map((comment) => (
              <CommentRow key={comment.id} acts={acts} comment={comment} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
