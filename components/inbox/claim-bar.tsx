'use client'

import { SkipForwardIcon, UserCheckIcon, UserXIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ForAbsent } from '#components/absences/for-absent'
import { Age } from '#components/shared/display/age'
import { Button } from '#components/ui/input/button'
import type { ScreenView } from '#lib/contracts/runs/screens'
import { ScreenDialogs } from './assign/screen-dialogs-later.ts'
import type { Asked } from './assign/screen-dialogs.tsx'
import { useScreenActs } from './assign/use-screen-acts.ts'
import { useNextCase } from './next-case.tsx'
import { useWorkedList } from './worked-list.ts'

type Props = {
  /** Whether the person may take work from others. */
  mayTake: boolean
  screen: Pick<ScreenView, 'taskId' | 'title' | 'case' | 'claim' | 'sender' | 'assignedFor'>
  onChanged(): void
}
type ButtonsProps = Pick<Props, 'screen' | 'mayTake'> & {
  isBusy: boolean
  skip: ReactNode
  claim(): void
  release(): void
  ask(act: Asked['act']): void
}

/** What the person can do about who has it. */
function Buttons({ screen, mayTake, isBusy, skip, claim, release, ask }: ButtonsProps) {
  const { claim: held, sender } = screen
  if (!held)
    return (
      <>
        <Button variant="outline" size="sm" disabled={isBusy} onClick={claim}>
          <UserCheckIcon aria-hidden /> Claim
        </Button>
        <Button variant="ghost" size="sm" disabled={isBusy} onClick={() => ask('assign')}>
          Assign…
        </Button>
        {skip}
      </>
    )
  if (!held.mine)
    return mayTake ? (
      <>
        <Button variant="outline" size="sm" disabled={isBusy} onClick={claim}>
          Take over
        </Button>
        <Button variant="ghost" size="sm" disabled={isBusy} onClick={() => ask('assign')}>
          Assign…
        </Button>
      </>
    ) : null
  return (
    <>
      <Button variant="outline" size="sm" disabled={isBusy} onClick={() => ask('hand-over')}>
        Hand over…
      </Button>
      {sender ? (
        <Button variant="outline" size="sm" disabled={isBusy} onClick={() => ask('return')}>
          Return to {sender.name}…
        </Button>
      ) : null}
      <Button variant="ghost" size="sm" disabled={isBusy} onClick={release}>
        Give back
      </Button>
      {skip}
    </>
  )
}

function Holder({ claim }: Pick<ScreenView, 'claim'>) {
  if (!claim) return null
  if (claim.mine)
    return (
      <span className="flex items-center gap-2">
        <UserCheckIcon className="size-4" aria-hidden /> You are working on this.
      </span>
    )
  return (
    <span className="flex items-center gap-2">
      <UserXIcon className="size-4 shrink-0" aria-hidden />
      <span>
        {claim.name} is working on this (<Age at={claim.at} />
        ).
      </span>
    </span>
  )
}

/** Leaves a screen for others and goes on with the next one. */
function Skip({ screen: { taskId, claim } }: Pick<Props, 'screen'>) {
  const next = useNextCase(useWorkedList().wanted)
  return (
    <Button
      variant="ghost"
      size="sm"
      title={claim ? 'Give it back and take the next one' : 'Leave it and take the next one'}
      disabled={next.isPending}
      onClick={() => next.mutate({ taskId, isMine: claim !== null })}
    >
      <SkipForwardIcon aria-hidden /> Skip
    </Button>
  )
}

/** Who works on a screen and who sent it, and the buttons to take it, give it and return it. */
export function ClaimBar({ mayTake, screen, onChanged }: Props) {
  const { title, claim, sender, assignedFor } = screen
  const acts = useScreenActs()
  const [asked, setAsked] = useState<Asked>()
  const [isBusy, setBusy] = useState(false)
  const run = async (work: Promise<boolean>): Promise<void> => {
    setBusy(true)
    await work
    setBusy(false)
    onChanged()
  }
  const ask = (act: Asked['act']) => setAsked({ act, screen, name: screen.case.title ?? title })
  return (
    <div className="max-w-xl space-y-2 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <Holder claim={claim} />
        <Buttons
          screen={screen}
          mayTake={mayTake}
          isBusy={isBusy}
          skip={<Skip screen={screen} />}
          claim={() => void run(acts.claim(screen))}
          release={() => void run(acts.release(screen))}
          ask={ask}
        />
      </div>
      {assignedFor ? <ForAbsent person={assignedFor} /> : null}
      {sender ? (
        <p className="rounded-md border-l-2 border-primary bg-muted px-3 py-2 wrap-anywhere">
          <span className="font-medium">From {sender.name}</span>
          {sender.note ? <span className="block whitespace-pre-line">{sender.note}</span> : null}
        </p>
      ) : null}
      <ScreenDialogs
        asked={asked}
        acts={acts}
        onClose={() => {
          setAsked(undefined)
          onChanged()
        }}
      />
    </div>
  )
}
