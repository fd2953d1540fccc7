'use client'

import type { FieldProps } from '@rjsf/utils'
import { useContext } from 'react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { changeStep } from '../../commands/change-step.ts'
import { findStep } from '../../model/graph.ts'
import { useEditorStore } from '../../store-context.ts'
import { baseUrlOf, choosable, Known, type KnownConnection } from './known.ts'
import { MakeWorkflow, type MadeWorkflow } from './make-workflow.tsx'
import { OpenWorkflow } from './open-workflow.tsx'

function Choice({
  formData,
  onChange,
  fieldPathId,
  disabled,
  rawErrors = [],
  options,
  none,
  empty,
}: FieldProps & {
  options: { value: string; title: string }[]
  none: string
  empty: { text: string; href: string; link: string }
}) {
  const value = typeof formData === 'string' ? formData : ''
  const missing = value !== '' && !options.some((option) => option.value === value)
  return (
    <>
      <NativeSelect
        id={fieldPathId.$id}
        value={value}
        disabled={disabled ?? false}
        aria-invalid={rawErrors.length > 0}
        onChange={(event) =>
          onChange(
            event.target.value === '' ? undefined : event.target.value,
            fieldPathId.path,
            undefined,
            fieldPathId.$id,
          )
        }
      >
        <option value="">{none}</option>
        {missing ? <option value={value}>{value} (not here)</option> : null}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </NativeSelect>
      {options.length === 0 ? (
        <p className="text-xs text-muted-foreground">
          {empty.text}{' '}
          <a href={empty.href} className="text-primary underline underline-offset-2">
            {empty.link}
          </a>
        </p>
      ) : null}
    </>
  )
}

/** The calendar by which a step counts working time, by slug; none: the default one. */
export function CalendarField(props: FieldProps) {
  const { calendars } = useContext(Known)
  const options = calendars.map(({ slug, name }) => ({ value: slug, title: `${name} (${slug})` }))
  return (
    <Choice
      {...props}
      options={options}
      none="The default calendar"
      empty={{
        text: 'There is no calendar yet: people work Monday to Friday, 09:00 to 17:00.',
        href: '/settings?tab=calendars',
        link: 'Add one under Settings',
      }}
    />
  )
}

const linkClass = 'mt-1 inline-block text-xs text-primary underline underline-offset-2'

/** The chosen connection: its address, and the way to it; without one the way to add one. */
function ConnectionHelp({ chosen }: { chosen: KnownConnection | undefined }) {
  if (!chosen)
    return (
      <a href="/connections" target="_blank" rel="noreferrer" className={linkClass}>
        Add a connection (in a new tab)
      </a>
    )
  const baseUrl = baseUrlOf(chosen)
  return (
    <>
      {baseUrl === undefined ? null : (
        <p className="mt-1 text-xs break-all text-muted-foreground">Paths below {baseUrl}</p>
      )}
      <a
        href={`/connections#connection-${chosen.id}`}
        target="_blank"
        rel="noreferrer"
        className={linkClass}
      >
        Open {chosen.name} (in a new tab)
      </a>
    </>
  )
}

/** The connection that a step uses: those of its kind, by slug. */
export function ConnectionField(props: FieldProps) {
  const { connections, kind } = useContext(Known)
  const none: unknown = props.uiSchema?.['ui:options']?.['none']
  const ofKind = connections.filter((one) => kind === undefined || one.kind === kind)
  const options = ofKind.map((one) => ({ value: one.slug, title: `${one.name} (${one.slug})` }))
  const isOptional = typeof none === 'string'
  const chosen = ofKind.find(({ slug }) => slug === props.formData)
  return (
    <>
      <Choice
        {...props}
        options={options}
        none={isOptional ? none : 'Choose a connection…'}
        empty={{
          text: 'There is no connection of this kind yet.',
          href: '/connections',
          link: 'Add one under Connections',
        }}
      />
      {chosen || (isOptional && options.length > 0) ? <ConnectionHelp chosen={chosen} /> : null}
    </>
  )
}

/** The published workflow that a step runs, by slug, and the way to it. */
export function WorkflowField(props: FieldProps) {
  const store = useEditorStore()
  const { workflows } = useContext(Known)
  const options = choosable(workflows, props.formData).map(({ slug, title }) => ({
    value: slug,
    title: `${title} (${slug})`,
  }))
  const chosen = workflows.find(({ slug }) => slug === props.formData)
  const take = ({ slug: workflow, startData }: MadeWorkflow) => {
    const { definition, selection, run } = store.getState()
    const step = findStep(definition, selection[0])
    if (step) run(changeStep(step.id, { config: { ...step.config, workflow, startData } }))
  }
  return (
    <>
      <Choice
        {...props}
        options={options}
        none="Choose a workflow…"
        empty={{
          text: 'No workflow is published yet.',
          href: '/workflows',
          link: 'Publish one under Workflows',
        }}
      />
      <OpenWorkflow workflow={chosen} />
      {chosen ? null : <MakeWorkflow kind="part" label="Make a new workflow" onMade={take} />}
    </>
  )
}

/** The template that a step fills; its placeholders become the fields below. */
export function TemplateField(props: FieldProps) {
  const { templates } = useContext(Known)
  const wanted: unknown = props.uiSchema?.['ui:options']?.['kind']
  const options = templates
    .filter(({ kind }) => wanted === undefined || kind === wanted)
    .map(({ slug, name }) => ({ value: slug, title: `${name} (${slug})` }))
  return (
    <Choice
      {...props}
      options={options}
      none="Choose a template…"
      empty={{
        text: 'There is no template yet.',
        href: '/templates',
        link: 'Add one under Templates',
      }}
    />
  )
}

/** The policy document that a step reads. */
export function PolicyField(props: FieldProps) {
  const { policies } = useContext(Known)
  const options = policies.map((policy) => ({
    value: policy.id,
    title: `${policy.title} (${policy.id})`,
  }))
  return (
    <Choice
      {...props}
      options={options}
      none="Choose a policy…"
      empty={{ text: 'There is no policy yet.', href: '/policies', link: 'Add one under Policies' }}
    />
  )
}
