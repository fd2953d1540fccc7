'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '#components/ui/input/button'
import { stateOfBrowser, turnOff, turnOn, type BrowserState } from './this-browser.ts'

const words: Record<BrowserState, string> = {
  on: 'This browser shows messages, also while Rounds is closed. Signing out turns that off.',
  off: 'This browser shows no messages. Turn it on to be told while Rounds is closed.',
  blocked: 'This browser blocks messages of Rounds. Allow them in the settings of the browser.',
  unsupported: 'This browser cannot show messages, or Rounds was not opened by https.',
}

/** Whether this browser shows messages, and the button that changes it. */
export function BrowserSwitch() {
  const state = useQuery({ queryKey: ['this-browser'], queryFn: stateOfBrowser, staleTime: 0 })
  const change = useMutation({
    mutationFn: async () => (state.data === 'on' ? await turnOff() : await turnOn()),
    onSettled: () => state.refetch(),
  })
  const canChange = state.data === 'on' || state.data === 'off'
  return (
    <div className="space-y-3">
      <p className="max-w-prose text-sm text-muted-foreground" role="status">
        {state.data ? words[state.data] : 'Looking at this browser…'}
      </p>
      {canChange ? (
        <Button
          type="button"
          variant="outline"
          size="sm"
          disabled={change.isPending}
          onClick={() => change.mutate()}
        >
          {state.data === 'on' ? 'Turn off in this browser' : 'Turn on in this browser'}
        </Button>
      ) : null}
      {change.error ? (
        <p role="alert" className="text-sm text-destructive">
          {change.error.message}
        </p>
      ) : null}
    </div>
  )
}
