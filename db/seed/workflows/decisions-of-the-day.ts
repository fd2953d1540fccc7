import type { Definition } from '#lib/domain/workflow/definition'

const columns = [
  'Decided at',
  'Patient',
  'Date of birth',
  'Member id',
  'Payer',
  'Service',
  'Procedure code',
  'Units',
  'Decision',
  'Authorization number',
  'Decided by',
  'Comment',
  'Run',
]

/** The decisions of one local day, from the screens that people completed on it. */
const query = `select to_char(finished_at at time zone $2, 'YYYY-MM-DD"T"HH24:MI:SS') as "Decided at",
  output ->> 'patientName' as "Patient",
  output ->> 'dateOfBirth' as "Date of birth",
  output ->> 'memberId' as "Member id",
  output ->> 'payer' as "Payer",
  output ->> 'service' as "Service",
  output ->> 'procedureCode' as "Procedure code",
  (output ->> 'units')::int as "Units",
  output ->> 'decision' as "Decision",
  output ->> 'authorizationNumber' as "Authorization number",
  completed_by as "Decided by",
  output ->> 'comment' as "Comment",
  run_id::text as "Run"
from tasks
where workflow_slug = 'referral-to-approval' and step_id = 'confirm' and status = 'completed'
  and (finished_at at time zone $2)::date
    = coalesce(
      nullif($1, '')::date,
      (coalesce(nullif($3, '')::timestamptz, $4::timestamptz) at time zone $2)::date
    )
order by finished_at`

/** Every evening by its schedule: the decisions of the day as an Excel file. */
export const decisionsOfTheDay = {
  slug: 'decisions-of-the-day',
  name: 'Decisions of the day',
  description:
    'Gathers the decisions about referrals of one day, writes them into an Excel file with its ' +
    'columns in a fixed order, and tells the team.',
  definition: {
    startData: {
      type: 'object',
      properties: {
        day: {
          type: 'string',
          format: 'date',
          title: 'Day',
          description: 'Empty for today',
        },
      },
    },
    steps: [
      {
        id: 'decisions',
        type: 'sql-query',
        title: 'Gather the decisions',
        after: [],
        config: {
          query,
          params: [
            { $: '$text(start.day)' },
            { $: 'run.timeZone' },
            // A planned run that starts late is about the day that it was planned for.
            { $: '$text(run.plannedAt)' },
            { $: 'run.startedAt' },
          ],
        },
        position: { x: 0, y: 0 },
      },
      {
        id: 'sheet',
        type: 'write-excel',
        title: 'Write the spreadsheet',
        after: [{ step: 'decisions' }],
        config: {
          fileName: 'decisions.xlsx',
          sheets: [
            {
              name: 'Decisions',
              rows: { $: 'steps.decisions.output.rows' },
              columnOrder: columns,
              formats: { 'Decided at': 'mm/dd/yyyy hh:mm', 'Date of birth': 'mm/dd/yyyy' },
            },
          ],
        },
        position: { x: 0, y: 130 },
      },
      {
        id: 'tell',
        type: 'send-email',
        title: 'Tell the team',
        after: [{ step: 'sheet' }],
        config: {
          to: ['intake-team@example.com'],
          subject: 'The decisions of the day',
          // Mails leave the house unprotected, so they have no patient data.
          text: {
            $:
              '"The spreadsheet with " & $text(steps.decisions.output.rowCount) & ' +
              '" decisions is in Rounds, reference " & $text(run.reference) & "."',
          },
        },
        position: { x: 0, y: 260 },
      },
    ],
    settings: {},
  } satisfies Definition,
}
