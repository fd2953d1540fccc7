'use client'

import { useMutation } from '@tanstack/react-query'
import { RefreshCwIcon } from 'lucide-react'
import { toast } from '#components/shared/messages/toast'
import { Button } from '#components/ui/input/button'
import {
  requestDirectorySyncContract,
  type DirectoryView,
} from '#lib/contracts/organization/directories'
import { call } from '#lib/http/client'
import { useDirectoryRefresh } from './use-directory-refresh.ts'

/** Reads a whole directory again; a worker does it, and the page shows when it is done. */
export function ReadNow({ directory }: { directory: DirectoryView }) {
  const again = useDirectoryRefresh()
  const ask = useMutation({
    mutationFn: () => call(requestDirectorySyncContract, { params: { id: directory.id } }),
    onError: (error) => toast.error(error.message),
    onSettled: again,
  })
  const isReading = ask.isPending || directory.read?.isDue === true
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-disabled={isReading}
      onClick={() => (isReading ? undefined : ask.mutate())}
    >
      <RefreshCwIcon
        aria-hidden
        className={isReading ? 'animate-spin motion-reduce:animate-none' : ''}
      />
      {isReading ? 'Reading…' : 'Read everything now'}
    </Button>
  )
}
