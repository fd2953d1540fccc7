import { beforeAll, expect, it } from 'vitest'
import { seedConnections } from '#db/seed/connections'
import { patientCostEstimate } from '#db/seed/workflows/patient-cost-estimate'
import { validateDefinition } from '#lib/domain/validate/validate-definition'
import { stepTypeInfos, stepTypes } from '#lib/steps/registry'
import { useEngine } from '#test/harness/engine'
import { openConnection } from '../connections/open-connection.ts'

const engine = useEngine([...stepTypes.values()], { workers: 0 })
beforeAll(async () => {
  await engine.act((tx) => seedConnections(tx, engine.organizationId))
  await engine.startWorker({ openConnection })
})

const { definition } = patientCostEstimate
const start = {
  payerId: 'EVERGREEN',
  memberId: 'EVG1001',
  procedureCode: '70551',
  chargeAmount: 1400,
  allowedAmount: 900,
  network: 'in',
}

it('has no problems', () => {
  expect(
    validateDefinition(definition, {
      stepTypes: stepTypeInfos(),
      connections: [{ kind: 'clearinghouse', slug: 'sandbox' }],
    }),
  ).toEqual([])
})

it('asks the payer, works the cost out, and shows every step on a screen', async () => {
  const runId = await engine.start(definition, start)
  const { state } = await engine.taskIn(runId, 'show', 'suspended')
  const tasks = await engine.tasks(runId)
  expect(tasks['cost']?.output).toMatchObject({
    totalPatientCost: 380,
    totalPayerCost: 520,
    totalAdjustment: 500,
  })
  const { show } = state as { show: { label: string; value: unknown }[] }
  expect(show[0]?.value).toEqual({
    'patient owes': '$380.00',
    'insurance pays': '$520.00',
    'nobody pays (written off)': '$500.00',
    'how far to rely on it': 'medium',
  })
  expect(show[1]?.value).toBeNull()
  expect(show[2]?.value).toContainEqual({
    step: 'Deductible: $250.00 is left of it, so the patient bears $250.00.',
    amount: '250.00',
    start: '900.00',
    balance: '650.00',
  })
})

it('an amount that is not known is shown as such, with what is missing', async () => {
  const unknown = { ...start, payerId: 'CEDARDENTAL', memberId: 'DEN5001' }
  const runId = await engine.start(definition, unknown)
  const { state } = await engine.taskIn(runId, 'show', 'suspended')
  expect((await engine.tasks(runId))['cost']?.output).toMatchObject({ totalPatientCost: null })
  const { show } = state as { show: { label: string; value: unknown }[] }
  expect(show[0]?.value).toMatchObject({
    'patient owes': 'not known',
    'how far to rely on it': 'none',
  })
  expect(show[1]?.value).toContain('neither copay nor')
})

it('a member whom the payer does not know fails the run with the payer’s code', async () => {
  const runId = await engine.start(definition, { ...start, memberId: 'NOBODY' })
  expect((await engine.ended(runId)).status).toBe('failed')
  expect((await engine.tasks(runId))['eligibility']).toMatchObject({
    status: 'failed',
    error: { code: 'provider_error', details: { code: '75' } },
  })
})
