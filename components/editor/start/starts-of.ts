import { dateTimeFormat } from '#components/shared/display/format'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import type { WorkflowStarts } from '#lib/contracts/workflows/workflow-starts'
import { countOf } from '#lib/domain/count-of'

export type StartKind =
  | 'form'
  | 'api'
  | 'schedule'
  | 'mail'
  | 'fax'
  | 'webhook'
  | 'workflow'
  | 'more'

/** Where a way to start is changed. */
export type StartPlace =
  | { part: 'share' | 'share.mail' | 'share.webhook' | 'share.api' }
  | { dialog: 'schedules' | 'faxLines' }
  | { href: string }
  | undefined

/** One way in which a workflow starts, in words. */
export type Start = {
  key: string
  kind: StartKind
  title: string
  /** Its state, such as when it starts next. */
  note: string
  isOn: boolean
  /** It is on and does not work. */
  fails: boolean
  opens: StartPlace
}

/** More workflows or schedules than this are one line together. */
const most = 3

const weekMs = 6 * 24 * 3_600_000

/** A moment in the zone of the schedule: its weekday and time, or its day when it is far. */
function moment(at: string, timeZone: string, now: number): string {
  const isNear = Date.parse(at) - now < weekMs
  const parts: Intl.DateTimeFormatOptions = isNear
    ? { weekday: 'short', hour: '2-digit', minute: '2-digit' }
    : { month: 'short', day: 'numeric' }
  return dateTimeFormat({ ...parts, timeZone }).format(new Date(at))
}

const line = (start: Pick<Start, 'key' | 'kind' | 'title'> & Partial<Start>): Start => ({
  note: '',
  isOn: true,
  fails: false,
  opens: undefined,
  ...start,
})

type Shared = Pick<Workflow, 'formPublic' | 'formClosed' | 'published' | 'paused' | 'formClosesAt'>

/** Why nothing starts the workflow at present; undefined: it can start. */
function whyNot({ published, paused }: Shared): string | undefined {
  if (!published) return 'not live yet'
  return paused ? 'paused' : undefined
}

function formNote({ formPublic, formClosed, formClosesAt }: Shared, now: number): string {
  if (!formPublic) return 'for members'
  const isOver = formClosesAt !== null && Date.parse(formClosesAt) <= now
  return formClosed || isOver ? 'shared link is closed' : 'shared by a link'
}

function ofSchedules({ schedules }: WorkflowStarts, off: string | undefined, now: number): Start[] {
  const opens = { dialog: 'schedules' } as const
  const nextOf = ({ nextAt, timeZone }: WorkflowStarts['schedules'][number]): string =>
    nextAt === null ? 'no further time' : `next ${moment(nextAt, timeZone, now)}`
  if (schedules.length > most) {
    const next = schedules.find(({ nextAt }) => nextAt !== null)
    return [
      line({
        key: 'schedules',
        kind: 'schedule',
        title: `${schedules.length} schedules`,
        note: off ?? (next ? nextOf(next) : 'paused'),
        isOn: off === undefined && next !== undefined,
        fails: schedules.some(({ problem, paused }) => problem !== null && !paused),
        opens,
      }),
    ]
  }
  return schedules.map((schedule) =>
    line({
      key: schedule.id,
      kind: 'schedule',
      title: schedule.name,
      note: off ?? (schedule.paused ? 'paused' : nextOf(schedule)),
      isOn: off === undefined && schedule.nextAt !== null,
      fails: schedule.problem !== null && !schedule.paused,
      opens,
    }),
  )
}

function ofMessages({ mail, webhook, faxLines }: WorkflowStarts, off: string | undefined): Start[] {
  const faxes = faxLines.filter(({ enabled }) => enabled)
  const numbers = faxes.map(({ number }) => number || 'every number').join(', ')
  const mailNote = mail?.receiving === false ? 'not received here' : 'at its own address'
  return [
    ...(mail
      ? [
          line({
            key: 'mail',
            kind: 'mail',
            title: 'Mail',
            note: mail.enabled ? (off ?? mailNote) : 'off',
            isOn: mail.enabled && off === undefined,
            fails: mail.enabled && !mail.receiving,
            opens: { part: 'share.mail' },
          }),
        ]
      : []),
    ...(webhook
      ? [
          line({
            key: 'webhook',
            kind: 'webhook',
            title: webhook.name,
            note: webhook.enabled ? (off ?? 'by webhook') : 'off',
            isOn: webhook.enabled && off === undefined,
            opens: { part: 'share.webhook' },
          }),
        ]
      : []),
    ...(faxLines.length > 0
      ? [
          line({
            key: 'fax',
            kind: 'fax',
            title: 'Fax',
            note: faxes.length > 0 ? (off ?? numbers) : 'off',
            isOn: faxes.length > 0 && off === undefined,
            opens: { dialog: 'faxLines' },
          }),
        ]
      : []),
  ]
}

function ofWorkflows({ usedBy, usedByOthers }: WorkflowStarts, off: string | undefined): Start[] {
  const shown = usedBy.slice(0, most)
  const rest = usedBy.length - shown.length + usedByOthers
  const isOn = off === undefined
  return [
    ...shown.map(({ id, name, published, steps }) =>
      line({
        key: id,
        kind: 'workflow',
        title: name,
        note: published ? (off ?? 'runs it as a step') : 'in its draft',
        isOn: isOn && published,
        opens: { href: `/workflows/${id}${steps[0] ? `?step=${steps[0].id}` : ''}` },
      }),
    ),
    ...(rest > 0
      ? [
          line({
            key: 'more',
            kind: 'more',
            title: countOf(rest, 'more workflow'),
            isOn,
          }),
        ]
      : []),
  ]
}

/**
 * What starts a workflow, with its state. Without `starts`, which are still being read, only what
 * every workflow has.
 */
export function startsOf(
  workflow: Shared,
  starts: WorkflowStarts | undefined,
  now: number,
): Start[] {
  const off = whyNot(workflow)
  const isOn = off === undefined
  const own = [
    line({
      key: 'form',
      kind: 'form',
      title: 'Form',
      note: off ?? formNote(workflow, now),
      isOn,
      opens: { part: 'share' },
    }),
    line({
      key: 'api',
      kind: 'api',
      title: 'By hand and API',
      note: off ?? '',
      isOn,
      opens: { part: 'share.api' },
    }),
  ]
  if (!starts) return own
  return [
    ...own,
    ...ofSchedules(starts, off, now),
    ...ofMessages(starts, off),
    ...ofWorkflows(starts, off),
  ]
}
