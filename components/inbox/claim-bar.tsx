'use client'

import { useMutation } from '@tanstack/react-query'
import { UserCheckIcon, UserXIcon } from 'lucide-react'
import { toast } from 'sonner'
import { Age } from '#components/shared/display/age'
import { Button } from '#components/ui/input/button'
import {
  claimScreenContract,
  releaseScreenContract,
  type ScreenView,
} from '#lib/contracts/runs/screens'
import { call } from '#lib/http/client'

/** Who works on a screen, and the buttons to take it or to give it back. */
export function ClaimBar({ screen, onChanged }: { screen: ScreenView; onChanged(): void }) {
  const params = { taskId: screen.taskId }
  const claim = useMutation({
    mutationFn: (takeOver: boolean) => call(claimScreenContract, { params, body: { takeOver } }),
    onSettled: onChanged,
    onError: (error) => toast.error(error.message),
  })
  const release = useMutation({
    mutationFn: () => call(releaseScreenContract, { params }),
    onSettled: onChanged,
    onError: (error) => toast.error(error.message),
  })
  if (screen.claim?.mine)
    return (
      <div className="flex items-center gap-2 text-sm">
        <UserCheckIcon className="size-4" aria-hidden /> You are working on this.
        <Button variant="ghost" size="sm" onClick={() => release.mutate()}>
          Give back
        </Button>
      </div>
    )
  if (screen.claim)
    return (
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <UserXIcon className="size-4" aria-hidden /> {screen.claim.name} is working on this (
        <Age at={screen.claim.at} />
        ).
        <Button variant="outline" size="sm" onClick={() => claim.mutate(true)}>
          Take over
        </Button>
      </div>
    )
  return (
    <Button variant="outline" size="sm" onClick={() => claim.mutate(false)}>
      <UserCheckIcon aria-hidden /> Claim
    </Button>
  )
}
