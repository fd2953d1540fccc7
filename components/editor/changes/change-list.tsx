import { useContext } from 'react'
import type { Step } from '#lib/domain/workflow/definition'
import { textOfValue, ValueDifferences } from '#components/shared/differences/value-differences'
import { diffValues } from '#lib/domain/differences/diff-values'
import {
  isSame,
  runsAs,
  type DefinitionDifference,
  type GroupDifference,
  type NoteDifference,
  type StepDifference,
} from '../model/diff-definitions.ts'
import type { ChangedGraph } from './changed-graph.ts'
import type { Types } from './definition-changes.tsx'
import { groupFieldName, noteFieldName, stepFieldName, workflowFieldName } from './field-names.ts'
import { markLooks } from './mark-looks.ts'
import { WordsContext } from './words-context.ts'

type StepProps = { step: StepDifference; graph: ChangedGraph; types: Types }

function stepsOf(graph: ChangedGraph): (id: string) => Step | undefined {
  const steps = new Map(graph.steps.map(({ id, step }) => [id, step]))
  return (id) => steps.get(id)
}

/** The fields that differ; of a step that is new or gone, all that it has. */
function fieldsOf({ step, graph }: StepProps) {
  if (step.change === 'changed') return step.fields
  const found = graph.steps.find(({ id }) => id === step.id)
  if (!found) return []
  const { title: _title, type: _type, ...fields } = runsAs(found.step, stepsOf(graph))
  const none = Object.keys(fields).includes('config') ? { config: {} } : {}
  return step.change === 'added' ? diffValues(none, fields) : diffValues(fields, none)
}

/** One step: what becomes of it, and its fields by name. */
export function StepChanges(props: StepProps) {
  const { step, graph, types } = props
  const { icon: Icon, word, tone } = markLooks[step.change]
  const type = graph.steps.find(({ id }) => id === step.id)?.step.type
  const schema = type === undefined ? undefined : types.get(type)?.configSchema
  const wordsOf = useContext(WordsContext)?.(step.id)
  return (
    <section aria-label={`${word}: ${step.title}`} className="space-y-3 rounded-md border p-3">
      <p className="flex min-w-0 flex-wrap items-center gap-2 text-sm">
        <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
        <span className={`text-xs font-medium ${tone}`}>{word}</span>
        <span className="min-w-0 font-medium wrap-anywhere">{step.title}</span>
        <span className="ml-auto font-mono text-xs text-muted-foreground">{step.id}</span>
      </p>
      <ValueDifferences
        differences={fieldsOf(props)}
        nameOf={(path) => stepFieldName(path, schema)}
        wordsOf={wordsOf}
      />
    </section>
  )
}

type ForPeopleProps = {
  /** `a note`. */
  what: string
  title: string
  one: NoteDifference | GroupDifference
  nameOf(path: string): string
}

/** What is only for people: what becomes of it, and its fields by name. */
function ChangesForPeople({ what, title, one: { change, fields }, nameOf }: ForPeopleProps) {
  const { icon: Icon, word, tone } = markLooks[change]
  return (
    <section aria-label={`${word}: ${what}`} className="space-y-3 rounded-md border p-3">
      <p className="flex items-center gap-2 text-sm">
        <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
        <span className={`text-xs font-medium ${tone}`}>{word}</span>
        <span className="font-medium wrap-anywhere">{title}</span>
        <span className="ml-auto text-xs text-muted-foreground">Changes no run</span>
      </p>
      <ValueDifferences differences={fields} nameOf={nameOf} />
    </section>
  )
}

type SettingsProps = { step: Step; graph: ChangedGraph; types: Types }

/** The settings of a step, to read. */
export function StepSettings({ step, graph, types }: SettingsProps) {
  const { title, type, config, ...fields } = runsAs(step, stepsOf(graph))
  const info = types.get(String(type))
  const shown = diffValues({ config: {} }, { ...fields, config: config ?? {} })
  const wordsOf = useContext(WordsContext)?.(step.id)
  return (
    <section
      aria-label={`Settings of ${String(title)}`}
      className="space-y-3 rounded-md border p-3"
    >
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-medium wrap-anywhere">{String(title)}</span>
        <span className="text-muted-foreground">{info?.title ?? String(type)}</span>
        <span className="ml-auto font-mono text-xs text-muted-foreground">{step.id}</span>
      </p>
      <dl className="space-y-3 text-sm">
        {shown.map((one) => (
          <div key={one.path} className="min-w-0 space-y-1">
            <dt className="font-medium wrap-anywhere">
              {stepFieldName(one.path, info?.configSchema)}
            </dt>
            <dd className={settingClass}>{wordsOf?.(one)?.after ?? textOfValue(one.after)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const settingClass = 'font-mono text-xs wrap-anywhere whitespace-pre-wrap'

type ListProps = {
  difference: DefinitionDifference
  graph: ChangedGraph
  types: Types
  /** What stands when nothing differs. */
  none: string
}

/** What changed, step by step and field by field, in words and signs besides colours. */
export function ChangeList({ difference, graph, types, none }: ListProps) {
  const { notes, groups } = difference
  if (isSame(difference) && notes.length + groups.length === 0)
    return <p className="text-sm text-muted-foreground">{none}</p>
  return (
    <ul aria-label="Changes" className="space-y-2">
      {difference.workflow.length > 0 ? (
        <li className="space-y-3 rounded-md border p-3">
          <p className="text-sm font-medium">Start form and settings</p>
          <ValueDifferences differences={difference.workflow} nameOf={workflowFieldName} />
        </li>
      ) : null}
      {difference.steps.map((step) => (
        <li key={`${step.change}:${step.id}`}>
          <StepChanges step={step} graph={graph} types={types} />
        </li>
      ))}
      {groups.map((group) => (
        <li key={`group:${group.id}`}>
          <ChangesForPeople
            what={`the group ${group.title}`}
            title={`Group “${group.title}”`}
            one={group}
            nameOf={groupFieldName}
          />
        </li>
      ))}
      {notes.map((note) => (
        <li key={`note:${note.id}`}>
          <ChangesForPeople
            what="a note"
            title="Note on the canvas"
            one={note}
            nameOf={noteFieldName}
          />
        </li>
      ))}
    </ul>
  )
}
