import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { InboxPage } from '#components/inbox/inbox-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { addressOfView } from '#lib/domain/run/inbox-words'
import { getUsualView } from '#lib/operations/inbox-views/get-usual-view'
import { pagesOf, queryOf } from '#components/shared/loading/queries'
import {
  queryOfSettings,
  settingNames,
  settingsOfTexts,
} from '#components/inbox/list/inbox-settings'
import { getOwnAbsencesContract } from '#lib/contracts/organization/absences'
import { getPersonalSettingsContract } from '#lib/contracts/organization/personal-settings'
import { listInboxViewsContract } from '#lib/contracts/runs/inbox-views'
import { listScreensContract } from '#lib/contracts/runs/screens'
import { listUnknownOutcomesContract } from '#lib/contracts/runs/tasks'
import { textsOf } from '../texts-of.ts'
import { Prefilled } from '../prefilled.tsx'
import { workflowChoices } from '../workflow-choices.ts'

export const metadata: Metadata = { title: 'Inbox' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function Page({ searchParams }: Props) {
  const actor = await requireActor()
  // The inbox without a filter opens with the view that the person chose for it.
  const view =
    Object.keys(await searchParams).length === 0 ? await getUsualView(actor, {}) : undefined
  if (view) redirect(`/inbox?${new URLSearchParams(addressOfView(view)).toString()}`)
  const workflows = await workflowChoices(actor)
  const settings = settingsOfTexts(textsOf(await searchParams, settingNames))
  const reads = [
    pagesOf(listScreensContract, { query: queryOfSettings(settings) }),
    queryOf(listInboxViewsContract),
    queryOf(getOwnAbsencesContract, { query: {} }),
    queryOf(getPersonalSettingsContract),
    ...(can(actor, 'runs:control') ? [pagesOf(listUnknownOutcomesContract)] : []),
  ]
  return (
    <Prefilled reads={reads}>
      <InboxPage workflows={workflows} permissions={[...actor.permissions]} />
    </Prefilled>
  )
}
