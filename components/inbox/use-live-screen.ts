'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCovered } from '#components/session/cover-store'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { useEventStream } from '#components/shared/loading/use-event-stream'
import { listRunFilesContract } from '#lib/contracts/runs/comments'
import { getScreenDeadlinesContract } from '#lib/contracts/runs/deadlines'
import {
  getScreenContract,
  listScreensContract,
  screenEventsContract,
  type ScreenDocument,
  type ScreenEvent,
  type ScreenView,
} from '#lib/contracts/runs/screens'
import { isTerminalTask } from '#lib/domain/statuses'
import { pathOf } from '#lib/http/client'

type Content = { screen: NonNullable<ScreenView['screen']>; documents: ScreenDocument[] }

/**
 * What the screen showed while it was open. The server shows a closed one without its content; a
 * person who was at it still sees what they were at.
 */
function useContent(view: ScreenView | undefined): Content | undefined {
  const [content, setContent] = useState<Content>()
  const isSame = view?.screen === content?.screen && view?.documents === content?.documents
  if (!view?.screen || isSame) return content
  const now = { screen: view.screen, documents: view.documents }
  setContent(now)
  return now
}

/**
 * A screen, updated by server-sent events: who works on it, with whose word, and how it ended. The
 * draft is taken once, because the person's text continues it.
 */
export function useLiveScreen(taskId: string) {
  const client = useQueryClient()
  const read = queryOf(getScreenContract, { params: { taskId } })
  const query = useQuery({ ...read, refetchOnWindowFocus: false })
  const isCovered = useCovered()
  const isOver = query.data ? isTerminalTask(query.data.status) : false
  const isWatched = query.data !== undefined && !isOver && !isCovered
  useEventStream(isWatched ? pathOf(screenEventsContract, { taskId }) : undefined, {
    screen(data) {
      const event = data as ScreenEvent
      const before = client.getQueryData(read.queryKey)
      client.setQueryData(read.queryKey, (old) => old && { ...old, ...event })
      // Somebody got it: from whom, with which word, and what now happens by itself is read anew.
      if (before && event.claim?.at !== before.claim?.at)
        void refresh(client, getScreenContract, getScreenDeadlinesContract)
      // Somebody added a file to the case, or removed one.
      if (before && event.filesRevision !== before.filesRevision)
        void refresh(client, getScreenContract, listRunFilesContract)
      if (event.status !== 'suspended') void refresh(client, listScreensContract)
    },
  })
  return { query, content: useContent(query.data) }
}
