'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowRightIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { toast } from '#components/shared/messages/toast'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  getScreenContract,
  listScreensContract,
  releaseScreenContract,
} from '#lib/contracts/runs/screens'
import { call } from '#lib/http/client'
import { useGivenBack, useTakeNext } from './take-next.ts'
import type { Wanted } from './worked-list.ts'

/** A screen that the person leaves for others. */
type Skipped = { taskId: string; isMine: boolean }

/** Takes the first screen that waits for the person, and opens it; one that they skip is given back. */
export function useNextCase(wanted: Wanted) {
  const router = useRouter()
  const client = useQueryClient()
  const takeNext = useTakeNext(wanted)
  const givenBack = useGivenBack()
  return useMutation({
    mutationFn: async (skipped: Skipped | undefined) => {
      if (skipped) {
        const { taskId, isMine } = skipped
        if (isMine) await call(releaseScreenContract, { params: { taskId }, body: {} })
        givenBack.add(taskId)
      }
      return await takeNext()
    },
    onSuccess: (taken) => {
      if (taken.screen) router.push(`/inbox/${taken.screen.taskId}`)
      else toast.info(taken.reason)
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => void refresh(client, listScreensContract, getScreenContract),
  })
}

type Props = { next: ReturnType<typeof useNextCase> }

export function NextCase({ next }: Props) {
  return (
    <Button onClick={() => next.mutate(undefined)} disabled={next.isPending}>
      <ArrowRightIcon aria-hidden /> {next.isPending ? 'Taking it…' : 'Take the next one'}
    </Button>
  )
}
