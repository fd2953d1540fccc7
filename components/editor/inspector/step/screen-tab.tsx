'use client'

import { CodeField } from '#components/code/code-field'
import { Button } from '#components/ui/input/button'
import { NumberInput } from '#components/ui/input/number-input'
import type { Step } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import type { CompletionItem } from '../../../code/code-help.ts'
import { changeStep } from '../../commands/change-step.ts'
import { declareInput } from '../../model/declare-input.ts'
import { useEditorStore } from '../../store-context.ts'
import { CodeWarnings } from '#components/code/code-warnings'
import { Labelled } from '#components/shared/fields/labelled'
import { markOf } from '#components/code/mark-of'

const template = `export default async ({ output, start, steps, task, user }) => {
  if (output.decision === 'approved' && !output.comment) {
    throw new ApiError(422, 'An approval needs a comment.', {
      issues: [{ path: 'comment', message: 'Say why it is approved.' }],
    })
  }
  return output
}
`

type Props = { step: Step; problems: Problem[]; completions: CompletionItem[] }

/**
 * What only screens have: their priority in the inbox, and the code that may refuse or change what
 * a person entered.
 */
export function ScreenTab(props: Props) {
  return (
    <div className="space-y-4">
      <Priority step={props.step} />
      <CompletionHook {...props} />
    </div>
  )
}

function Priority({ step }: { step: Step }) {
  const store = useEditorStore()
  return (
    <Labelled
      id="priority"
      label="Priority"
      help="Screens with a higher number stand further up in the inbox."
    >
      <NumberInput
        id="priority"
        min={-1_000_000}
        max={1_000_000}
        placeholder="0"
        value={step.priority}
        onChange={(priority) => {
          if (Number.isNaN(priority)) return
          const command = changeStep(step.id, { priority })
          store.getState().run(command, { coalesce: `priority:${step.id}` })
        }}
      />
    </Labelled>
  )
}

function CompletionHook({ step, problems, completions }: Props) {
  const store = useEditorStore()
  const hook = step.before_complete
  const faults = problems.filter((problem) => problem.path?.startsWith('before_complete'))
  const change = (code: string | undefined) => {
    const command = changeStep(step.id, { before_complete: code })
    store.getState().run(command, { coalesce: `hook:${step.id}` })
  }
  return (
    <div className="space-y-1.5">
      <div className="flex items-center justify-between gap-2">
        <p className="text-sm font-medium">Before completing (before_complete)</p>
        {hook === undefined ? (
          <Button type="button" variant="outline" size="sm" onClick={() => change(template)}>
            Add code
          </Button>
        ) : (
          <Button type="button" variant="ghost" size="sm" onClick={() => change(undefined)}>
            Remove code
          </Button>
        )}
      </div>
      <p className="text-xs text-muted-foreground">
        Runs when the person sends the screen. Throw an ApiError to refuse: its message is shown and
        the screen stays open. Return a value to replace what was typed.
      </p>
      {hook === undefined ? null : (
        <HookCode
          stepId={step.id}
          code={hook}
          faults={faults}
          completions={completions}
          onChange={change}
        />
      )}
    </div>
  )
}

type CodeProps = {
  stepId: string
  code: string
  faults: Problem[]
  completions: CompletionItem[]
  onChange(code: string): void
}

function HookCode({ stepId, code, faults, completions, onChange }: CodeProps) {
  const store = useEditorStore()
  const errors = faults.filter(({ severity }) => severity === 'error')
  const warnings = faults.filter(({ severity }) => severity === 'warning')
  return (
    <>
      <CodeField
        id="before_complete"
        label="before_complete, TypeScript"
        language="typescript"
        value={code}
        onChange={onChange}
        minLines={12}
        completions={completions}
        marks={faults.map(markOf)}
        scope={async (text) => await declareInput(store.getState, stepId, 'hook', text)}
        invalid={errors.length > 0}
      />
      <p className="text-xs text-muted-foreground">
        Tab indents; Escape, then Tab leaves the editor.
      </p>
      {errors.map((fault) => (
        <p key={fault.message} className="text-sm text-destructive">
          {fault.message}
        </p>
      ))}
      {warnings.length > 0 ? <CodeWarnings problems={warnings} /> : null}
    </>
  )
}
