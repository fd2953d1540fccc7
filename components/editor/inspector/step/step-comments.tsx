'use client'

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { CheckIcon, RotateCcwIcon } from 'lucide-react'
import { useEffect, useLayoutEffect } from 'react'
import { CommentEditor } from '#components/case/comment-editor'
import { CommentRow, type CommentActs } from '#components/case/comment-row'
import { sayNotTold } from '#components/case/say-not-told'
import type { Written } from '#components/case/written'
import { useUnread } from '#components/notifications/use-unread'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf, refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  countNotificationsContract,
  listNotificationsContract,
  readNotificationsContract,
} from '#lib/contracts/organization/notifications'
import {
  addStepCommentContract,
  changeStepCommentContract,
  deleteStepCommentContract,
  listStepCommentsContract,
  resolveStepThreadContract,
  type StepThread,
} from '#lib/contracts/workflows/step-comments'
import { call } from '#lib/http/client'

type Place = { workflowId: string; stepId: string }

const bodyOf = ({ text, mentions }: Written) => ({
  text,
  mentions: mentions.map(({ userId }) => userId),
})

/** What is read here is read in the list of notifications, too. */
function useReadHere({ workflowId, stepId }: Place, isShown: boolean): void {
  const client = useQueryClient()
  const unread = useUnread()
  useEffect(() => {
    if (!isShown || !unread) return
    void call(readNotificationsContract, { body: { workflowId, stepId } }).then(
      () => refresh(client, countNotificationsContract, listNotificationsContract),
      () => undefined,
    )
  }, [client, workflowId, stepId, isShown, unread])
}

/** The comments are read again when the draft's stream says that something of them changed. */
function useNewComments(thread: StepThread | undefined): void {
  const client = useQueryClient()
  const state = JSON.stringify(thread)
  useEffect(() => void refresh(client, listStepCommentsContract), [client, state])
}

function useActs(place: Place): CommentActs {
  const client = useQueryClient()
  const params = { id: place.workflowId, stepId: place.stepId }
  return {
    place,
    async change(commentId, sent) {
      const named = { ...params, commentId }
      const body = bodyOf(sent)
      sayNotTold(await call(changeStepCommentContract, { params: named, body }), 'workflow')
    },
    remove: (commentId) => call(deleteStepCommentContract, { params: { ...params, commentId } }),
    refresh: () => refresh(client, listStepCommentsContract),
  }
}

/** Resolves the thread, or opens it again. */
function Resolve({ workflowId, stepId, thread }: Place & { thread: StepThread }) {
  const client = useQueryClient()
  const isOpen = thread.open > 0
  const resolve = useMutation({
    mutationFn: () =>
      call(resolveStepThreadContract, {
        params: { id: workflowId, stepId },
        body: { resolved: isOpen },
      }),
    onSettled: () => refresh(client, listStepCommentsContract),
  })
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        disabled={resolve.isPending}
        onClick={() => resolve.mutate()}
      >
        {isOpen ? <CheckIcon aria-hidden /> : <RotateCcwIcon aria-hidden />}
        {isOpen ? 'Resolve' : 'Open again'}
      </Button>
      {resolve.error ? (
        <p role="alert" className="text-sm text-destructive">
          {resolve.error.message}
        </p>
      ) : null}
    </>
  )
}

type Props = Place & {
  thread: StepThread | undefined
  /** Where this tab stores an unsent text. */
  memory: string
  /** What was typed before this code was here. */
  start: Written | undefined
  /** Whether a person asked for the field. */
  takesFocus: boolean
  onThere(): void
}

/** What people wrote about a step, the newest first, below the field for a new comment. */
export function StepComments(props: Props) {
  const { workflowId, stepId, thread, memory, start, takesFocus, onThere } = props
  useLayoutEffect(onThere, [onThere])
  const params = { id: workflowId, stepId }
  const acts = useActs({ workflowId, stepId })
  const comments = useInfiniteQuery(pagesOf(listStepCommentsContract, { params }))
  useNewComments(thread)
  useReadHere({ workflowId, stepId }, comments.data !== undefined)
  const add = useMutation({
    mutationFn: (sent: Written) => call(addStepCommentContract, { params, body: bodyOf(sent) }),
    onSuccess: (written) => sayNotTold(written, 'workflow'),
    onSettled: acts.refresh,
  })
  return (
    <div className="space-y-4">
      <CommentEditor
        key={stepId}
        place={acts.place}
        label="New comment"
        action="Comment"
        takesFocus={takesFocus}
        start={start}
        memory={memory}
        failure={add.error?.message}
        onSave={(sent) => add.mutateAsync(sent)}
      />
      <PagedList
        query={comments}
        what="The comments"
        skeletons={{ rows: 1, height: 'h-14' }}
        empty={
          <p className="text-sm text-muted-foreground">
            Nobody has written about this step. Everybody who sees the workflow sees its comments.
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
      {thread ? <Resolve workflowId={workflowId} stepId={stepId} thread={thread} /> : null}
    </div>
  )
}
