import type { Metadata } from 'next'
import { SettingsPage } from '#components/settings/settings-page'
import { openTab, settingsTabs } from '#components/settings/settings-tabs'
import { requireActor } from '#lib/auth/session'
import { hasPassword } from '#lib/operations/sessions/has-password'
import { textsOf } from '../texts-of.ts'
import { Prefilled } from '../prefilled.tsx'
import { readsOfTab } from './reads-of-tab.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const permissions = [...(await requireActor()).permissions]
  const { tab } = textsOf(await searchParams, ['tab'])
  const open = openTab(permissions, tab)
  const title = settingsTabs(permissions).find(({ id }) => id === open)?.title
  return { title: title ? `${title} · Settings` : 'Settings' }
}

export default async function Page({ searchParams }: Props) {
  const actor = await requireActor()
  const permissions = [...actor.permissions]
  const { tab } = textsOf(await searchParams, ['tab'])
  return (
    <Prefilled reads={readsOfTab[openTab(permissions, tab)]}>
      <SettingsPage permissions={permissions} hasPassword={await hasPassword(actor, {})} />
    </Prefilled>
  )
}
