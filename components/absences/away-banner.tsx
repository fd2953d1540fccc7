'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PlaneIcon } from 'lucide-react'
import { toast } from '#components/shared/messages/toast'
import { formatDate } from '#components/shared/display/format'
import { refresh } from '#components/shared/loading/queries'
import { Alert, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { isWithin } from '#lib/domain/absence/absence'
import { absenceApi } from './absence-api.ts'

const api = absenceApi(undefined)

/** That one is away, with the way back; else for whom one stands in today. */
export function AwayBanner() {
  const client = useQueryClient()
  const { data } = useQuery(api.read())
  const end = useMutation({
    mutationFn: (id: string) => api.end(id),
    onSuccess: () => toast.success('Welcome back: cases come to you again.'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, api.contract),
  })
  const absence = data?.items.find(({ state }) => state === 'now')
  if (absence)
    return (
      <Alert variant="warning">
        <PlaneIcon aria-hidden />
        <AlertTitle>You are away until {formatDate(absence.lastDay)}.</AlertTitle>
        <div className="col-start-2 flex flex-wrap items-center gap-3">
          <span>
            {absence.delegate
              ? `${absence.delegate.name} gets what comes for you.`
              : 'What comes for you stays with its group.'}
          </span>
          <Button
            size="sm"
            variant="outline"
            disabled={end.isPending}
            onClick={() => end.mutate(absence.id)}
          >
            I’m back
          </Button>
        </div>
      </Alert>
    )
  const absent = (data?.standsInFor ?? []).filter((one) => data && isWithin(one, data.today))
  if (absent.length === 0) return null
  const words = absent.map(({ name, lastDay }) => `${name} (until ${formatDate(lastDay)})`)
  return (
    <p className="text-sm text-muted-foreground">
      You stand in for {new Intl.ListFormat('en').format(words)}.
    </p>
  )
}
