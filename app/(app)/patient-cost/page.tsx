import type { Metadata } from 'next'
import { PatientCostPage } from '#components/patient-cost/patient-cost-page'
import { requireActor } from '#lib/auth/session'
import { allConnections } from '#components/shared/loading/all-connections'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Patient cost' }

export default async function Page() {
  await requireActor()
  return (
    <Prefilled reads={[allConnections]}>
      <PatientCostPage />
    </Prefilled>
  )
}
