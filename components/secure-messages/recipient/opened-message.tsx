'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, type Dispatch, type SetStateAction } from 'react'
import { toast } from '#components/shared/messages/toast'
import { formatDay, formatInstant } from '#components/shared/display/format'
import { Loaded } from '#components/shared/loading/loaded'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Button } from '#components/ui/input/button'
import {
  closeSecureMessageContract,
  getSecureContentContract,
  getSecureContentFileContract,
  type SecureContent,
  type SecureLinkView,
} from '#lib/contracts/runs/secure-messages'
import { ApiFailure, call, pathOf } from '#lib/http/client'
import { FileLinks } from '../file-links.tsx'
import { ReplyForm, type Draft } from './reply-form.tsx'

const pathOfFile = (id: string) => (fileId: string) =>
  pathOf(getSecureContentFileContract, { id, fileId })

function Replies({ id, replies }: { id: string; replies: SecureContent['replies'] }) {
  if (replies.length === 0) return null
  return (
    <section aria-label="Your replies" className="space-y-3">
      <h2 className="text-lg font-semibold">Your replies</h2>
      {replies.map((reply) => (
        <article key={reply.id} className="space-y-2 rounded-lg border bg-muted/40 p-4">
          <p className="text-sm text-muted-foreground">{formatInstant(reply.createdAt)}</p>
          <p className="break-words whitespace-pre-wrap">{reply.text}</p>
          <FileLinks label="Files of the reply" files={reply.files} pathOf={pathOfFile(id)} />
        </article>
      ))}
    </section>
  )
}

type Props = {
  link: SecureLinkView
  draft: Draft
  onDraft: Dispatch<SetStateAction<Draft>>
  /** The hour is over, or the message was closed: it asks for a code again. */
  onLocked(): void
}

/** An opened message with its files, one's replies and the form for another. */
export function OpenedMessage({ link: { id, organization }, draft, onDraft, onLocked }: Props) {
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(getSecureContentContract, { params: { id } }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  const isOver = query.error instanceof ApiFailure && query.error.status === 403
  useEffect(() => {
    if (isOver) onLocked()
  }, [isOver, onLocked])
  const close = async () => {
    await call(closeSecureMessageContract, { params: { id } }).catch(() => undefined)
    client.removeQueries({ queryKey: [getSecureContentContract.id] })
    onLocked()
  }
  return (
    <Loaded query={query} what="The message" loading={<Skeleton className="h-48 w-full" />}>
      {({ subject, text, sentAt, files, replies }) => (
        <div className="space-y-6">
          <article className="space-y-4">
            <div className="space-y-1">
              <h1 className="text-2xl font-semibold tracking-tight break-words">{subject}</h1>
              <p className="text-muted-foreground">
                From {organization.name}, {formatDay(sentAt)}
              </p>
            </div>
            <p className="rounded-xl border bg-card p-5 leading-relaxed break-words whitespace-pre-wrap shadow-sm">
              {text}
            </p>
            <FileLinks label="Attachments" files={files} pathOf={pathOfFile(id)} />
          </article>
          <Replies id={id} replies={replies} />
          <ReplyForm
            id={id}
            draft={draft}
            onDraft={onDraft}
            onSent={() => {
              toast.success('Your reply was sent. You can see it above.')
              void refresh(client, getSecureContentContract)
            }}
            onLocked={onLocked}
          />
          <div className="border-t pt-4">
            <Button type="button" variant="outline" onClick={() => void close()}>
              Close the message
            </Button>
            <p className="mt-2 text-sm text-muted-foreground">
              If other people use this computer, close the message when you are done. You can open
              it again with a new code.
            </p>
          </div>
        </div>
      )}
    </Loaded>
  )
}
