'use client'

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { CheckCheckIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useEffect, useRef } from 'react'
import { toast } from '#components/shared/messages/toast'
import { Age } from '#components/shared/display/age'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf, refresh } from '#components/shared/loading/queries'
import { formatDate } from '#components/shared/display/format'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import {
  countNotificationsContract,
  listNotificationsContract,
  readNotificationsContract,
  type NotificationView,
} from '#lib/contracts/organization/notifications'
import { pathOfNotification } from '#lib/domain/notification/words'
import { call } from '#lib/http/client'
import { kindWords } from './kind-words.ts'
import { useUnread } from './use-unread.ts'

/** The notification of an absence in which the reader stands in. */
function StandIn({ of }: { of: NonNullable<NotificationView['standIn']> }) {
  const { name, firstDay, lastDay } = of
  const days = firstDay === lastDay ? 'on' : `from ${formatDate(firstDay)} to`
  return (
    <span className="block text-xs wrap-anywhere text-muted-foreground">
      for {name}, who is away {days} {formatDate(lastDay)}
    </span>
  )
}

function Gone({ item: { workflowId, absenceId } }: { item: NotificationView }) {
  const what = workflowId === null ? 'A case' : 'A workflow'
  return (
    <span className="block text-xs text-muted-foreground">
      {absenceId === null
        ? `${what} that you do not see any more`
        : 'This is over, or not asked any more'}
    </span>
  )
}

type ItemProps = { item: NotificationView; onOpen(): void }

const placeOf = ({ about }: NotificationView): string =>
  [about?.screen, about?.step, about?.workflow].filter(Boolean).join(' · ')

function What({ item }: { item: NotificationView }) {
  const { about, standIn, createdAt, kind, readAt } = item
  return (
    <>
      <span className="flex items-baseline gap-2">
        <span className={cn('min-w-0 flex-1 text-sm', readAt ? '' : 'font-semibold')}>
          {kindWords[kind].says}
          {about?.for ? `, for ${about.for}, who is away` : ''}
          {readAt ? null : <span className="sr-only"> (unread)</span>}
        </span>
        <Age at={createdAt} className="shrink-0 text-xs text-muted-foreground" />
      </span>
      {standIn ? <StandIn of={standIn} /> : null}
      {about ? (
        <>
          {about.case?.title ? (
            <span className="block text-sm wrap-anywhere">{about.case.title}</span>
          ) : null}
          <span className="block text-xs wrap-anywhere text-muted-foreground">{placeOf(item)}</span>
        </>
      ) : null}
      {about || standIn ? null : <Gone item={item} />}
    </>
  )
}

function Item({ item, onOpen }: ItemProps) {
  const { about, standIn, readAt } = item
  const className = cn(
    'relative block border-t py-2.5 pr-4 pl-6',
    readAt
      ? ''
      : 'before:absolute before:top-4 before:left-2.5 before:size-1.5 ' +
          'before:rounded-full before:bg-primary',
  )
  return (
    <li>
      {about || standIn ? (
        <Link
          href={pathOfNotification(item)}
          className={cn(
            className,
            'outline-none hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset',
          )}
          onClick={onOpen}
        >
          <What item={item} />
        </Link>
      ) : (
        <div className={className}>
          <What item={item} />
        </div>
      )}
    </li>
  )
}

function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[] | undefined) =>
      call(readNotificationsContract, { body: ids ? { ids } : {} }),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, countNotificationsContract, listNotificationsContract),
  })
}

/** The list of notifications is read again when the number of unread ones changes. */
function useFreshList(): void {
  const client = useQueryClient()
  const unread = useUnread()
  const before = useRef(unread)
  useEffect(() => {
    if (before.current !== unread) void refresh(client, listNotificationsContract)
    before.current = unread
  }, [client, unread])
}

/** A person's notifications, the newest first; each leads to its screen or run. */
export function NotificationList({ onLeave }: { onLeave(): void }) {
  const list = useInfiniteQuery(pagesOf(listNotificationsContract, { query: { limit: 20 } }))
  const read = useMarkRead()
  const unread = useUnread() ?? 0
  useFreshList()
  return (
    <div>
      <div className="flex min-h-11 items-center gap-2 py-1 pr-2 pl-4">
        <h2 className="flex-1 text-sm font-semibold">Notifications</h2>
        {unread > 0 ? (
          <Button
            variant="ghost"
            size="sm"
            disabled={read.isPending}
            onClick={() => read.mutate(undefined)}
          >
            <CheckCheckIcon aria-hidden /> Mark all as read
          </Button>
        ) : null}
      </div>
      <PagedList
        query={list}
        what="The notifications"
        skeletons={{ rows: 3, height: 'h-14' }}
        empty={
          <p className="border-t px-4 py-8 text-center text-sm text-muted-foreground">
            Nothing yet. You are told here of what concerns you.
          </p>
        }
      >
        {(items) => (
          <ul aria-label="Notifications">
            {items.map((item) => (
              <Item
                key={item.id}
                item={item}
                onOpen={() => {
                  if (!item.readAt) read.mutate([item.id])
                  onLeave()
                }}
              />
            ))}
          </ul>
        )}
      </PagedList>
      <p className="border-t px-4 py-2 text-xs">
        <Link
          className="underline underline-offset-2"
          href="/settings?tab=notifications"
          onClick={onLeave}
        >
          Choose how you are told
        </Link>
      </p>
    </div>
  )
}
