'use client'

import { useState, type SubmitEvent } from 'react'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { Step } from '#lib/domain/workflow/definition'
import { connect, refusalOf } from '../commands/connect.ts'
import { setFailureHandler } from '../commands/set-failure-handler.ts'
import { branchesOfStep } from '../model/layout/positions.ts'
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { findStep, readingOrder } from '../model/graph.ts'
import { useEditor, useEditorStore } from '../store-context.ts'

const ways = {
  to: 'This step leads to',
  from: 'This step runs after',
  failure: 'If this step fails, run',
} as const
type Way = keyof typeof ways

/**
 * Connects two steps without a drag: the way, the other step, and the branch where the earlier one
 * branches.
 */
export function ConnectDialog({ stepId, onClose }: { stepId: string | null; onClose(): void }) {
  const step = useEditor((state) => findStep(state.definition, stepId ?? undefined))
  return (
    <Dialog open={step !== undefined} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent>{step ? <ConnectForm step={step} onClose={onClose} /> : null}</DialogContent>
    </Dialog>
  )
}

function ConnectForm({ step, onClose }: { step: Step; onClose(): void }) {
  const store = useEditorStore()
  const choice = useConnectChoice(step)
  const { way, other, refusal } = choice
  const complete = other !== '' && refusal === undefined
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!complete) return
    const command =
      way === 'failure'
        ? setFailureHandler(step.id, { step: other, then: 'fail' })
        : connect(choice.ends)
    store.getState().run(command)
    onClose()
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <DialogHeader>
        <DialogTitle>Connect {step.title || step.id}</DialogTitle>
        <DialogDescription>
          Steps run in the order of their connections; what is not connected runs at the start.
        </DialogDescription>
      </DialogHeader>
      <WayField way={way} onChange={choice.setWay} />
      <OtherStepField step={step} other={other} refusal={refusal} onChange={choice.setOther} />
      {choice.branches.length > 0 ? <BranchField choice={choice} /> : null}
      <DialogFooter>
        <Button type="button" variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!complete}>
          Connect
        </Button>
      </DialogFooter>
    </form>
  )
}

/** What is chosen in the form, and what follows: the connection, and why it cannot be made. */
function useConnectChoice(step: Step) {
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  const [way, setWay] = useState<Way>('to')
  const [other, setOther] = useState('')
  const [branch, setBranch] = useState('')
  const fromId = way === 'from' ? other : step.id
  const toId = way === 'from' ? step.id : other
  const from = findStep(definition, fromId)
  const branches = way !== 'failure' && from ? branchesOfStep(from, types) : []
  const via = branches.includes(branch) ? branch : branches[0]
  const ends = { from: fromId, to: toId, via }
  const refusal = other === '' || way === 'failure' ? undefined : refusalOf(definition, ends)
  return { way, setWay, other, setOther, setBranch, from, branches, ends, refusal }
}

function WayField({ way, onChange }: { way: Way; onChange(way: Way): void }) {
  return (
    <Labelled id="connect_way" label="How">
      <NativeSelect
        id="connect_way"
        value={way}
        onChange={(event) => onChange(event.target.value as Way)}
      >
        {Object.entries(ways).map(([key, title]) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </NativeSelect>
    </Labelled>
  )
}

type OtherStepProps = {
  step: Step
  other: string
  refusal: string | undefined
  onChange(stepId: string): void
}

function OtherStepField({ step, other, refusal, onChange }: OtherStepProps) {
  const definition = useEditor((state) => state.definition)
  const others = readingOrder(definition).filter(({ id }) => id !== step.id)
  return (
    <Labelled id="connect_other" label="Other step" error={refusal}>
      <NativeSelect
        id="connect_other"
        value={other}
        aria-invalid={refusal !== undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">Choose a step…</option>
        {others.map(({ id, title }) => (
          <option key={id} value={id}>
            {title || id}
          </option>
        ))}
      </NativeSelect>
    </Labelled>
  )
}

function BranchField({ choice }: { choice: ReturnType<typeof useConnectChoice> }) {
  const { from, branches, ends, setBranch } = choice
  return (
    <Labelled id="connect_branch" label={`Branch of ${from?.title || from?.id || ''}`}>
      <NativeSelect
        id="connect_branch"
        value={ends.via}
        onChange={(event) => setBranch(event.target.value)}
      >
        {branches.map((name) => (
          <option key={name} value={name}>
            {from ? branchLabel(from, name) : name}
          </option>
        ))}
      </NativeSelect>
    </Labelled>
  )
}
