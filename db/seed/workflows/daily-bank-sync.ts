import type { Definition } from '#lib/domain/workflow/definition'

/**
 * Reads deposits of the bank account since the last sync, and adds them up by payer. A person
 * reviews money that payers took back.
 */
export const dailyBankSync = {
  slug: 'daily-bank-sync',
  name: 'Daily bank sync',
  description:
    'Reads what changed in the bank feed, adds up deposits by payer, and asks the billing team ' +
    'to look when a payer took money back.',
  definition: {
    startData: {
      type: 'object',
      properties: {
        cursor: {
          type: 'string',
          title: 'Cursor',
          description: 'The next cursor of the last run; empty reads everything there is',
        },
        takebackLimit: {
          type: 'number',
          title: 'Look at takebacks from this amount',
          minimum: 0,
          default: 100,
        },
      },
    },
    steps: [
      {
        id: 'sync',
        type: 'sync-transactions',
        title: 'Read the bank feed',
        after: [],
        config: { connection: 'sandbox', cursor: { $: 'start.cursor' } },
        position: { x: 0, y: 0 },
      },
      {
        id: 'summary',
        type: 'transform',
        title: 'Add up by payer',
        after: [{ step: 'sync' }],
        config: {
          // Bank feeds write deposits as negative amounts.
          value: {
            $:
              '($limit := start.takebackLimit; ' +
              '$posted := steps.sync.output.transactions[pending = false]; ' +
              '$in := $posted[amount < 0]; $back := $posted[amount > 0 and $contains(name, ' +
              '"TAKEBACK")]; { "nextCursor": steps.sync.output.nextCursor, ' +
              '"new": $count(steps.sync.output.transactions), ' +
              '"changed": $count(steps.sync.output.modified), ' +
              '"vanished": $count(steps.sync.output.removed), "deposits": ' +
              '$round(0 - $sum([$in.amount]), 2), "byPayer": $in{name: $round(0 - $sum(amount), ' +
              '2)}, "takebacks": [$back[amount >= ($limit ? $limit : 0)].{ "date": ' +
              'date, "name": name, "amount": amount, "trace": ' +
              'payment_meta.reference_number }] })',
          },
        },
        position: { x: 0, y: 130 },
      },
      {
        id: 'any_takebacks',
        type: 'condition',
        title: 'Money taken back?',
        after: [{ step: 'summary' }],
        branchLabels: { true: 'Taken back', false: 'None' },
        config: { when: { $: '$count(steps.summary.output.takebacks) > 0' } },
        position: { x: 0, y: 260 },
      },
      {
        id: 'billing_team',
        type: 'directory-group-users',
        title: 'Who is in billing',
        after: [{ step: 'any_takebacks', via: 'true' }],
        config: { connection: 'sandbox', groupId: 'billing-team' },
        position: { x: -140, y: 390 },
      },
      {
        id: 'look',
        type: 'screen',
        title: 'Look at takebacks',
        after: [{ step: 'billing_team' }],
        config: {
          title: 'Payers took money back',
          instructions: 'Find the claims behind these takebacks, and note what was done.',
          show: [
            { label: 'Takebacks', value: { $: 'steps.summary.output.takebacks' }, format: 'table' },
            {
              label: 'Billing team',
              value: {
                $: '[steps.billing_team.output.group.users.{ "name": name, "email": email }]',
              },
              format: 'table',
            },
          ],
          schema: {
            type: 'object',
            required: ['note'],
            properties: {
              note: {
                type: 'string',
                title: 'What was done',
                'x-formFieldType': 'long-text',
                minLength: 1,
              },
            },
          },
        },
        position: { x: -140, y: 520 },
      },
    ],
    settings: {},
  } satisfies Definition,
}
