import type { CaseColumn } from '#lib/domain/run/case-name'
import { historyWords, removalWords } from '#lib/domain/run/history'
import type { HistoryEntry } from '#lib/contracts/runs/comments'
import { recordRows } from '#lib/domain/run/record-rows'

/** What a person did with a screen. */
export type RecordDecision = { title: string; by: string; at: string; data: unknown; form: unknown }

export type CaseRecord = {
  organization: string
  title: string
  subtitle: string | null
  /** What it is about: reference, status, who started it when. */
  facts: CaseColumn[]
  start: { data: unknown; form: unknown; isCut: boolean }
  decisions: RecordDecision[]
  /** Undefined: not asked for. */
  comments: { by: string; at: string; text: string }[] | undefined
  documents: { name: string; size: string; by: string; at: string }[]
  history: (Pick<HistoryEntry, 'by' | 'action' | 'to' | 'for' | 'reason'> & {
    at: string
    task: string | null
  })[]
  /** Sentences about what is not here. */
  left: string[]
}

/** No font of ours has pictures and most other scripts; one such letter would refuse the whole case. */
const drawable = (text: string): string =>
  text.replaceAll(
    /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]|[\p{Extended_Pictographic}\p{Co}\p{Cn}]/gu,
    (letter) => (/[©®™]/u.test(letter) ? letter : '□'),
  )

const escaped = (text: string): string =>
  drawable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const lines = (text: string): string =>
  escaped(text)
    .split(/\r?\n/)
    .map((line) => `<bdi>${line}</bdi>`)
    .join('<br>')

const row = (name: string, value: string): string =>
  `<tr><td><b>${escaped(name)}</b></td><td dir="auto">${lines(value)}</td></tr>`

const table = (rows: string[]): string => `<table>${rows.join('')}</table>`

const section = (title: string, body: string): string => `<h2>${title}</h2>${body}`

const none = (text: string): string => `<p>${text}</p>`

function values(data: unknown, form: unknown): string {
  const { rows, left } = recordRows(data, form)
  const shown = rows.map(({ name, value, isCut }) =>
    row(name || 'Value', isCut ? `${value} … (cut)` : value),
  )
  const rest = left > 0 ? none(`${left} more values are not shown here.`) : ''
  return rows.length > 0 ? table(shown) + rest : none('None.')
}

function decisionsOf({ decisions }: CaseRecord): string {
  if (decisions.length === 0) return none('No screen was completed.')
  return decisions
    .map(
      ({ title, by, at, data, form }) =>
        `<h3>${escaped(title)}</h3><p>${escaped(by)}, ${escaped(at)}</p>${values(data, form)}`,
    )
    .join('')
}

const commentsOf = (comments: NonNullable<CaseRecord['comments']>): string =>
  comments.length === 0
    ? none('Nobody has written about this case.')
    : comments
        .map(
          ({ by, at, text }) => `<p><b>${escaped(by)}</b>, ${escaped(at)}</p><p>${lines(text)}</p>`,
        )
        .join('')

const documentsOf = ({ documents }: CaseRecord): string =>
  documents.length === 0
    ? none('None.')
    : `<table><thead><tr><th>Name</th><th>Size</th><th>From</th><th>When</th></tr></thead>${documents
        .map(({ name, size, by, at }) =>
          [name, size, by, at].map((text) => `<td dir="auto">${escaped(text)}</td>`).join(''),
        )
        .map((cells) => `<tr>${cells}</tr>`)
        .join('')}</table>`

function historyOf({ history }: CaseRecord): string {
  if (history.length === 0) return none('Nobody has done anything yet.')
  const rows = history.map(({ at, by, action, task, to, for: absent, reason }) => {
    const what = [
      historyWords[action],
      task ? `“${task}”` : '',
      to ? `to ${to}` : '',
      absent ? `for ${absent}, who is away` : '',
      reason ? removalWords[reason] : '',
    ]
    return row(at, `${by} ${what.filter((part) => part !== '').join(' ')}`)
  })
  return table(rows)
}

/** A case as a document of one piece, to be drawn as a PDF. */
export function caseHtml(record: CaseRecord): string {
  const { organization, title, subtitle, facts, start, comments, left } = record
  const cut = start.isCut
    ? none('The start data are larger than 5 MB: only their short values are here.')
    : ''
  return [
    `<p><b>${escaped(organization)}</b></p><h1>${escaped(title)}</h1>`,
    subtitle ? `<p>${escaped(subtitle)}</p>` : '',
    table(facts.map(({ label, value }) => row(label, value))),
    section('Start data', cut + values(start.data, start.form)),
    section('Decisions', decisionsOf(record)),
    section('Documents', documentsOf(record)),
    comments ? section('Comments', commentsOf(comments)) : '',
    section('History', historyOf(record)),
    ...left.map(none),
  ].join('')
}
