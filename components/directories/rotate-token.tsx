'use client'

import { useMutation } from '@tanstack/react-query'
import { RefreshCwIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Dialog, DialogContent } from '#components/ui/overlay/dialog'
import {
  rotateDirectoryTokenContract,
  type DirectoryView,
  type DirectoryWithToken,
} from '#lib/contracts/organization/directories'
import { call } from '#lib/http/client'
import { keepOpen, ShowToken } from './show-token.tsx'
import { useDirectoryRefresh } from './use-directory-refresh.ts'

/** Makes a new token; the one before works a day more, so that nothing stops meanwhile. */
export function RotateToken({ directory }: { directory: DirectoryView }) {
  const [made, setMade] = useState<DirectoryWithToken>()
  const again = useDirectoryRefresh()
  const rotate = useMutation({
    mutationFn: () =>
      call(rotateDirectoryTokenContract, {
        params: { id: directory.id },
        body: { overlapHours: 24 },
      }),
    onSuccess: setMade,
    onError: (error) => toast.error(error.message),
    onSettled: again,
  })
  return (
    <>
      <ConfirmButton
        icon={RefreshCwIcon}
        label="New token"
        about={`for ${directory.name}`}
        title={`Make a new token for ${directory.name}?`}
        description="The token before works for 24 hours more. Put the new one into your directory until then."
        confirm="Make a new token"
        keep="Cancel"
        onConfirm={() => rotate.mutate()}
      />
      <Dialog open={made !== undefined}>
        <DialogContent {...keepOpen}>
          {made ? <ShowToken made={made} onDone={() => setMade(undefined)} /> : null}
        </DialogContent>
      </Dialog>
    </>
  )
}
