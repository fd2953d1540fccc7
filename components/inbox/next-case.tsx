'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowRightIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { toast } from 'sonner'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { claimNextScreenContract, listScreensContract } from '#lib/contracts/runs/screens'
import { call } from '#lib/http/client'

/** Takes the first screen that waits for the person, and opens it. */
export function NextCase() {
  const router = useRouter()
  const client = useQueryClient()
  const next = useMutation({
    mutationFn: () => call(claimNextScreenContract, {}),
    onSuccess: ({ screen }) => {
      void refresh(client, listScreensContract)
      if (screen) router.push(`/inbox/${screen.taskId}`)
      else toast.info('Nothing waits for you.')
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button onClick={() => next.mutate()} disabled={next.isPending}>
      <ArrowRightIcon aria-hidden /> {next.isPending ? 'Taking it…' : 'Take the next one'}
    </Button>
  )
}
