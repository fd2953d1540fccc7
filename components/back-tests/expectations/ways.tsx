'use client'

import { useId, useState } from 'react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Label } from '#components/ui/input/label'
import { Switch } from '#components/ui/input/switch'
import type { WorkflowTestStep } from '#lib/contracts/workflows/workflow-tests'
import type { Expectations, ExpectedWay } from './use-expectations.ts'

const branchChoice = (via: string): string => `by ${via}`

/** The choice of the list that stands for what is expected of a step. */
function choiceOf(way: ExpectedWay | undefined): string {
  if (!way) return ''
  if (!way.runs) return 'not'
  return way.via === undefined || way.via === null ? 'runs' : branchChoice(way.via)
}

function wayOf(stepId: string, choice: string): ExpectedWay | undefined {
  if (choice === '') return undefined
  if (choice === 'not') return { stepId, runs: false }
  if (choice === 'runs') return { stepId, runs: true }
  return { stepId, runs: true, via: choice.slice(branchChoice('').length) }
}

/** The branches to choose from: those of the draft, and one that only the test still names. */
function branchesOf({ branches }: WorkflowTestStep, way: ExpectedWay | undefined) {
  const via = way?.via ?? null
  if (via === null || branches.some((one) => one.via === via)) return branches
  return [...branches, { via, title: via }]
}

function inTheRun({ ran, via, branches }: WorkflowTestStep): string {
  if (!ran) return 'It did not run.'
  if (via === null) return 'It ran.'
  return `It took “${branches.find((one) => one.via === via)?.title ?? via}”.`
}

type RowProps = {
  step: WorkflowTestStep
  way: ExpectedWay | undefined
  onChange(way: ExpectedWay | undefined): void
}

function WayRow({ step, way, onChange }: RowProps) {
  const id = useId()
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 px-3 py-2.5 sm:grid-cols-2">
      <div className="min-w-0">
        <Label htmlFor={id} className="wrap-anywhere">
          {step.title}
        </Label>
        <p id={`${id}-run`} className="text-xs text-muted-foreground">
          {inTheRun(step)}
        </p>
      </div>
      <NativeSelect
        id={id}
        aria-describedby={`${id}-run`}
        value={choiceOf(way)}
        onChange={(event) => onChange(wayOf(step.stepId, event.target.value))}
      >
        <option value="">Does not matter</option>
        <option value="runs">Must run</option>
        {branchesOf(step, way).map(({ via, title }) => (
          <option key={via} value={branchChoice(via)}>
            Must take “{title}”
          </option>
        ))}
        <option value="not">Must not run</option>
      </NativeSelect>
    </li>
  )
}

/** A step that neither the draft nor the run has, and that the test still names. */
const goneStep = ({ stepId }: { stepId: string }): WorkflowTestStep => ({
  stepId,
  title: stepId,
  ran: false,
  via: null,
  branches: [],
  effect: 'pure',
  input: null,
  output: null,
  tooLarge: false,
})

type Props = { steps: WorkflowTestStep[]; form: Expectations }

/** Which steps must run, and by which branch each is left. */
export function Ways({ steps, form }: Props) {
  const [all, setAll] = useState(false)
  const { path } = form
  const [named] = useState(() => new Set(path.map(({ stepId }) => stepId)))
  const known = new Set(steps.map(({ stepId }) => stepId))
  const gone = path.filter(({ stepId }) => !known.has(stepId)).map(goneStep)
  // A row that was changed stays where it is.
  const first = steps.filter(({ stepId, branches }) => branches.length > 0 || named.has(stepId))
  const shown = [...(all || first.length === 0 ? steps : first), ...gone]
  return (
    <section aria-labelledby="test-ways" className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id="test-ways" className="text-sm font-semibold">
          Its way
        </h3>
        {first.length > 0 && first.length < steps.length ? (
          <label className="flex items-center gap-2 text-sm">
            <Switch checked={all} onCheckedChange={setAll} /> All {steps.length} steps
          </label>
        ) : null}
      </div>
      <ul className="divide-y rounded-md border">
        {shown.map((step) => (
          <WayRow
            key={step.stepId}
            step={step}
            way={path.find(({ stepId }) => stepId === step.stepId)}
            onChange={(way) => form.setWay(step.stepId, way)}
          />
        ))}
      </ul>
    </section>
  )
}
