import { Link } from '#components/shared/navigation/link'
import type { AuditEntryView } from '#lib/contracts/organization/audit'
import { nouns } from '#lib/domain/audit/act-of'
import { referenceOf } from '#lib/domain/run/reference'

/** Pages of single things; the others are found by their names on the page of their list. */
const pages: Readonly<Record<string, (id: string) => string>> = {
  workflow: (id) => `/workflows/${id}`,
  template: (id) => `/templates/${id}`,
  member: (id) => `/settings/members/${id}`,
  user: (id) => `/settings/members/${id}`,
}

/** Kinds of entries that are about nothing but the organization, or about who acted. */
const withoutThing = new Set(['organization', 'session', 'operation', 'database', 'audit', 'inbox'])
export const hasThing = ({ object }: AuditEntryView): boolean => !withoutThing.has(object.kind)

type Shown = { text: string; href?: string }

const link = ({ text, href }: Shown) =>
  href === undefined ? (
    <span className="font-medium">{text}</span>
  ) : (
    <Link href={href} className="font-medium underline underline-offset-2">
      {text}
    </Link>
  )

const isId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text)

const caseName = (title: string | null | undefined, runId: string): string =>
  title ? `“${title}”` : referenceOf(runId)

/** What the details say of a thing that is gone or that has no name. */
function ofDetails({ object, details }: AuditEntryView): string {
  const known = [details['name'], details['email'], details['slug']].find(
    (one) => typeof one === 'string' && one !== '',
  )
  if (typeof known === 'string') return `“${known}”`
  return isId(object.id) ? 'that is gone' : `“${object.id}”`
}

/** The thing that an act was done with: by its name, and as a link to where it is. */
export function Thing({ entry }: { entry: AuditEntryView }) {
  const { object, run } = entry
  const noun = nouns[object.kind]
  const toRun = run ? { href: `/runs/${run.id}` } : {}
  if (object.kind === 'run')
    return <>the case {link({ text: caseName(run?.title, object.id), ...toRun })}</>
  if (noun === undefined) {
    const page = object.name === null ? undefined : pages[object.kind]?.(object.id)
    const text = object.name === null ? ofDetails(entry) : `“${object.name}”`
    return link(page === undefined ? { text } : { text, href: page })
  }
  return (
    <>
      {object.name === null ? noun : `“${object.name}”`}
      {run ? <> of the case {link({ text: caseName(run.title, run.id), ...toRun })}</> : null}
    </>
  )
}
