import type { Definition } from '#lib/domain/workflow/definition'

/** Reads, transforms and ends, without a person. Safe to run any number of times. */
export const nightlyCheck = {
  slug: 'nightly-check',
  name: 'Nightly check',
  description:
    'Counts open prospects by facility and says whether the intake queue needs attention. ' +
    'Changes nothing.',
  definition: {
    startData: {
      type: 'object',
      properties: {
        threshold: {
          type: 'integer',
          title: 'Attention from this many prospects',
          minimum: 0,
          default: 25,
        },
      },
    },
    steps: [
      {
        id: 'prospects',
        type: 'search-patients',
        title: 'Find open prospects',
        after: [],
        config: { connection: 'sandbox', prospectFlag: 'Y', deleteFlag: 'N' },
        position: { x: -140, y: 0 },
      },
      {
        id: 'standards',
        type: 'policy-text',
        title: 'Read the intake standards',
        after: [],
        config: { policyId: 'referral-intake-standards' },
        position: { x: 140, y: 0 },
      },
      {
        id: 'summary',
        type: 'transform',
        title: 'Count by facility',
        after: [{ step: 'prospects' }, { step: 'standards' }],
        config: {
          value: {
            total: { $: 'steps.prospects.output.count' },
            threshold: { $: 'start.threshold ? start.threshold : 25' },
            byFacility: { $: 'steps.prospects.output.patients{facilityId: $count($)}' },
            standardsLength: { $: '$length(steps.standards.output.text)' },
          },
        },
        position: { x: 0, y: 130 },
      },
      {
        id: 'too_many',
        type: 'condition',
        title: 'Too many?',
        after: [{ step: 'summary' }],
        branchLabels: { true: 'Too many', false: 'Few' },
        config: {
          when: { $: 'steps.summary.output.total >= steps.summary.output.threshold' },
        },
        position: { x: 0, y: 260 },
      },
      {
        id: 'attention',
        type: 'transform',
        title: 'Needs attention',
        after: [{ step: 'too_many', via: 'true' }],
        config: {
          value: {
            status: 'attention',
            prospects: { $: 'steps.summary.output.total' },
            byFacility: { $: 'steps.summary.output.byFacility' },
          },
        },
        position: { x: -140, y: 390 },
      },
      {
        id: 'all_clear',
        type: 'transform',
        title: 'All clear',
        after: [{ step: 'too_many', via: 'false' }],
        config: {
          value: {
            status: 'clear',
            prospects: { $: 'steps.summary.output.total' },
            byFacility: { $: 'steps.summary.output.byFacility' },
          },
        },
        position: { x: 140, y: 390 },
      },
    ],
    settings: {},
  } satisfies Definition,
}
