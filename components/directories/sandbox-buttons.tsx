'use client'

import { useMutation } from '@tanstack/react-query'
import { toast } from '#components/shared/messages/toast'
import { Button } from '#components/ui/input/button'
import {
  playSandboxDirectoryContract,
  type DirectoryView,
} from '#lib/contracts/organization/directories'
import type { SandboxEvent } from '#lib/domain/directory'
import { call } from '#lib/http/client'
import { useDirectoryRefresh } from './use-directory-refresh.ts'

const events: [SandboxEvent, string][] = [
  ['joiner', 'Somebody joins'],
  ['mover', 'Somebody moves'],
  ['leaver', 'Somebody leaves'],
  ['leavers', 'Many leave'],
]

/** Lets something happen in a sandbox directory, to see what follows. */
export function SandboxButtons({ directory }: { directory: DirectoryView }) {
  const again = useDirectoryRefresh()
  const play = useMutation({
    mutationFn: (event: SandboxEvent) =>
      call(playSandboxDirectoryContract, { params: { id: directory.id }, body: { event } }),
    onSuccess: ({ happened }) => toast.success(happened),
    onError: (error) => toast.error(error.message),
    onSettled: again,
  })
  return (
    <div role="group" aria-label={`Play ${directory.name}`} className="flex flex-wrap gap-2">
      {events.map(([event, label]) => (
        <Button
          key={event}
          size="sm"
          variant="secondary"
          disabled={play.isPending}
          onClick={() => play.mutate(event)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
