import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { OrganizationsPage } from '#components/instance/organizations-page'
import { requireActor } from '#lib/auth/session'
import { isInstanceAdministrator } from '#lib/operations/instance/is-instance-administrator'
import { pagesOf } from '#components/shared/loading/queries'
import { listOrganizationsContract } from '#lib/contracts/instance/instance'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Organizations' }

export default async function Page() {
  const actor = await requireActor()
  if (!(await isInstanceAdministrator(actor))) notFound()
  return (
    <Prefilled reads={[pagesOf(listOrganizationsContract)]}>
      <OrganizationsPage />
    </Prefilled>
  )
}
