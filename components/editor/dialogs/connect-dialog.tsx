'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/dialog'
import { connect, refusalOf } from '../commands/connect.ts'
import { setFailureHandler } from '../commands/set-failure-handler.ts'
import { branchesOfStep } from '../graph-adapter.ts'
import { Labelled } from '#components/shared/labelled'
import { NativeSelect } from '#components/shared/native-select'
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
  const store = useEditorStore()
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  const [way, setWay] = useState<Way>('to')
  const [other, setOther] = useState('')
  const [branch, setBranch] = useState('')
  const step = findStep(definition, stepId ?? undefined)
  const from = findStep(definition, way === 'from' ? other : (step?.id ?? ''))
  const branches = way !== 'failure' && from ? branchesOfStep(from, types) : []
  const via = branches.length === 0 ? undefined : branches.includes(branch) ? branch : branches[0]
  const ends = {
    from: way === 'from' ? other : (step?.id ?? ''),
    to: way === 'from' ? (step?.id ?? '') : other,
    via,
  }
  const refusal = other === '' || way === 'failure' ? undefined : refusalOf(definition, ends)
  const close = () => {
    setOther('')
    setBranch('')
    setWay('to')
    onClose()
  }
  return (
    <Dialog open={step !== undefined} onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (!step || other === '' || refusal) return
            store
              .getState()
              .run(
                way === 'failure'
                  ? setFailureHandler(step.id, { step: other, then: 'fail' })
                  : connect(ends),
              )
            close()
          }}
        >
          <DialogHeader>
            <DialogTitle>Connect {step?.title || step?.id}</DialogTitle>
            <DialogDescription>
              Steps run in the order of their connections; what is not connected runs at the start.
            </DialogDescription>
          </DialogHeader>
          <Labelled id="connect_way" label="How">
            <NativeSelect
              id="connect_way"
              value={way}
              onChange={(event) => setWay(event.target.value as Way)}
            >
              {Object.entries(ways).map(([key, title]) => (
                <option key={key} value={key}>
                  {title}
                </option>
              ))}
            </NativeSelect>
          </Labelled>
          <Labelled id="connect_other" label="Other step" error={refusal}>
            <NativeSelect
              id="connect_other"
              value={other}
              aria-invalid={refusal !== undefined}
              onChange={(event) => setOther(event.target.value)}
            >
              <option value="">Choose a step…</option>
              {readingOrder(definition)
                .filter((one) => one.id !== step?.id)
                .map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.title || one.id}
                  </option>
                ))}
            </NativeSelect>
          </Labelled>
          {branches.length > 0 ? (
            <Labelled id="connect_branch" label={`Branch of ${from?.title || from?.id || ''}`}>
              <NativeSelect
                id="connect_branch"
                value={via}
                onChange={(event) => setBranch(event.target.value)}
              >
                {branches.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </NativeSelect>
            </Labelled>
          ) : null}
          <DialogFooter>
            <Button type="button" variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={other === '' || refusal !== undefined}>
              Connect
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
