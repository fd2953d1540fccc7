'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowRightIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { toast } from '#components/shared/messages/toast'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { claimNextScreenContract, listScreensContract } from '#lib/contracts/runs/screens'
import { call } from '#lib/http/client'
import type { Wanted } from './worked-list.ts'

/** Takes the first screen that waits for the person, and opens it. */
export function useNextCase(wanted: Wanted) {
  const router = useRouter()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(claimNextScreenContract, { body: wanted }),
    onSuccess: ({ screen }) => {
      void refresh(client, listScreensContract)
      if (screen) router.push(`/inbox/${screen.taskId}`)
      else
        toast.info(
          Object.keys(wanted).length > 0
            ? 'Nothing of these waits for you.'
            : 'Nothing waits for you.',
        )
    },
    onError: (error) => toast.error(error.message),
  })
}

export function NextCase({ next }: { next: ReturnType<typeof useNextCase> }) {
  return (
    <Button onClick={() => next.mutate()} disabled={next.isPending}>
      <ArrowRightIcon aria-hidden /> {next.isPending ? 'Taking it…' : 'Take the next one'}
    </Button>
  )
}
