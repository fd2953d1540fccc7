'use client'

import { CheckIcon } from 'lucide-react'
import { FillForm } from '#components/forms/fill-form'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import type { ScreenView } from '#lib/contracts/runs/screens'
import { AddressChecks } from '../letters/address-check.tsx'
import { ShowValue } from './show-value.tsx'
import { useScreenAnswer } from './use-screen-answer.ts'

type Screen = NonNullable<ScreenView['screen']>
type Props = {
  view: ScreenView
  screen: Screen
  /**
   * Called with the answer in words after each change by the person; undefined after it was sent.
   */
  onTyped(text: string | undefined): void
}

/** Two texts of one person: nothing is overwritten until they choose. */
function OtherText({ onChoose }: { onChoose(which: 'this' | 'other'): void }) {
  return (
    <Alert variant="warning" className="mb-4">
      <AlertTitle>You typed on this screen in another tab as well</AlertTitle>
      <AlertDescription>
        <span>Nothing is saved until you choose. The other text is thrown away.</span>
        <span className="mt-1 flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => onChoose('this')}>
            Keep what stands here
          </Button>
          <Button variant="outline" size="sm" onClick={() => onChoose('other')}>
            Load the other text
          </Button>
        </span>
      </AlertDescription>
    </Alert>
  )
}

/** What a screen shows for the person to read before they answer. */
function Shown({ screen: { instructions, show } }: { screen: Screen }) {
  return (
    <div className="space-y-6 empty:hidden">
      {instructions ? <ShowValue value={instructions} /> : null}
      {show.map((entry) => (
        <section key={entry.label} className="space-y-2" aria-label={entry.label}>
          <h2 className="text-sm font-semibold wrap-anywhere">{entry.label}</h2>
          <ShowValue value={entry.value} format={entry.format} />
        </section>
      ))}
    </div>
  )
}

/** Addresses are checked by the only connection for letters. */
const anyConnection = {}

function Answer({ view, screen, onTyped }: Props) {
  const answer = useScreenAnswer({ view, screen, onTyped })
  const { complete, conflict, sendNow } = answer
  const busy = complete.isPending || answer.done
  return (
    <>
      {conflict ? <OtherText onChoose={answer.choose} /> : null}
      <AddressChecks.Provider value={anyConnection}>
        <FillForm
          schema={screen.schema}
          uiSchema={screen.uiSchema}
          data={answer.data}
          onChange={answer.change}
          onSubmit={(output) => complete.mutate(output)}
          failure={complete.error}
          onSendNow={sendNow}
          issuePrefix="output"
          memory={`screen.${view.taskId}`}
          disabled={busy}
        >
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" disabled={busy || conflict}>
              <CheckIcon aria-hidden /> {complete.isPending ? 'Completing…' : 'Complete'}
            </Button>
            <span role="status" className="min-w-0 text-sm text-muted-foreground">
              {answer.message}
            </span>
          </div>
        </FillForm>
      </AddressChecks.Provider>
    </>
  )
}

const besideClass =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]'

/** What a screen shows and, beside it on a wide page, the answer. */
export function OpenScreen(props: Props) {
  const isBeside = props.screen.show.length > 0
  return (
    <div className={isBeside ? besideClass : 'max-w-3xl space-y-6'}>
      <Shown screen={props.screen} />
      <section
        className={`rounded-lg border bg-card p-5 ${isBeside ? 'xl:sticky xl:top-6' : ''}`}
        aria-label="Your answer"
      >
        <Answer {...props} />
      </section>
    </div>
  )
}
