import type { Metadata } from 'next'
import { PatientCostPage } from '#components/patient-cost/patient-cost-page'
import { requireActor } from '#lib/auth/session'
import { allOf } from '#components/shared/loading/all-of'
import { listConnectionsContract } from '#lib/contracts/integrations/connections'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Patient cost' }

export default async function Page() {
  await requireActor()
  return (
    <Prefilled reads={[allOf(listConnectionsContract)]}>
      <PatientCostPage />
    </Prefilled>
  )
}
