import { describe, expect, it } from 'vitest'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import { workflowForStep } from './workflow-for-step.ts'

const review: Step = { id: 'review', type: 'screen', title: 'Review', after: [], config: {} }
const definition: Definition = {
  ...emptyDefinition,
  startData: {
    type: 'object',
    required: ['patientName'],
    properties: {
      patientName: { type: 'string', title: 'Patient name', minLength: 1, phi: true },
      urgent: { type: 'boolean' },
      files: { type: 'array', title: 'Files' },
    },
  },
  steps: [review],
}

describe('a workflow for a step', () => {
  it('of an escalation asks for the screen, the run and the plain fields of the form', () => {
    const { name, definition: made, startData } = workflowForStep(definition, review, 'escalation')
    expect(name).toBe('Escalation of Review')
    expect(made.startData).toEqual({
      type: 'object',
      properties: {
        screen: { type: 'string', title: 'Screen that is waiting' },
        runId: { type: 'string', title: 'Run of that screen' },
        patientName: { type: 'string', title: 'Patient name', phi: true },
        urgent: { type: 'string', title: 'Urgent' },
      },
    })
    expect(startData).toEqual({
      screen: 'Review',
      runId: { $: 'run.id' },
      patientName: { $: 'start.patientName' },
      // A run may not have it: as a text it is empty, where null would be refused.
      urgent: { $: '$text(start.urgent)' },
    })
  })

  it('of a part of the work has the form alone', () => {
    const { definition: made, startData } = workflowForStep(definition, review, 'part')
    expect(Object.keys(made.startData['properties'] as object)).toEqual(['patientName', 'urgent'])
    expect(startData).toEqual({
      patientName: { $: 'start.patientName' },
      urgent: { $: '$text(start.urgent)' },
    })
  })
})
