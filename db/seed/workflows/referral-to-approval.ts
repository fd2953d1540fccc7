import type { Definition } from '#lib/domain/workflow/definition'

/** What is looked for in a referral, and confirmed by a person. */
const found = {
  patientName: { type: 'string', title: 'Patient', phi: true },
  dateOfBirth: { type: 'string', format: 'date', title: 'Date of birth', phi: true },
  memberId: { type: 'string', title: 'Member id', phi: true },
  payer: { type: 'string', title: 'Payer' },
  email: { type: 'string', format: 'email', title: 'Patient e-mail', phi: true },
  diagnosisCode: { type: 'string', title: 'Diagnosis code', phi: true },
  service: { type: 'string', title: 'Service' },
  procedureCode: { type: 'string', title: 'Procedure code' },
}

/**
 * A referral comes in as a fax, by mail or by the form. Its fields are proposed with their places, a
 * person confirms them beside the document, and the patient gets the approval as a PDF by encrypted
 * mail.
 */
export const referralToApproval = {
  slug: 'referral-to-approval',
  name: 'Referral to approval',
  description:
    'Reads a referral that came by fax or mail, proposes its fields with their places, lets a ' +
    'person confirm and decide, and sends the approval letter by encrypted mail.',
  definition: {
    startData: {
      type: 'object',
      required: ['files'],
      properties: {
        files: {
          type: 'array',
          title: 'Referral',
          description: 'A fax, a scan, a Word document: what the referrer sent',
          'x-formFieldType': 'multi-file',
          minItems: 1,
          items: {
            type: 'object',
            required: ['id', 'fileName'],
            properties: { id: { type: 'string' }, fileName: { type: 'string' } },
          },
        },
        from: {
          type: 'string',
          title: 'From',
          description: 'Who sent it: a number, an address or a name',
          phi: true,
        },
      },
    },
    steps: [
      {
        id: 'read',
        type: 'ask-documents',
        title: 'Read the referral',
        after: [],
        config: {
          connection: 'sandbox',
          files: { $: 'start.files' },
          mode: 'extract',
          schema: { type: 'object', properties: found },
        },
        position: { x: 0, y: 0 },
      },
      {
        id: 'confirm',
        type: 'screen',
        title: 'Confirm the referral',
        after: [{ step: 'read' }],
        config: {
          title: 'Confirm the referral',
          instructions:
            'Compare what was found with the document, and correct it. Then approve the request ' +
            'with an authorization number, or deny it with a comment.',
          show: [{ label: 'From', value: { $: 'start.from' } }],
          review: { $: 'steps.read.output' },
          schema: {
            type: 'object',
            required: ['patientName', 'service', 'units', 'decision'],
            properties: {
              ...found,
              patientName: { ...found.patientName, minLength: 1 },
              service: { ...found.service, minLength: 1 },
              units: { type: 'integer', title: 'Units', minimum: 1 },
              decision: { type: 'string', title: 'Decision', enum: ['approved', 'denied'] },
              authorizationNumber: {
                type: 'string',
                title: 'Authorization number',
                description: 'Needed for an approval',
              },
              comment: { type: 'string', title: 'Comment', 'x-formFieldType': 'long-text' },
            },
          },
          data: { units: 1 },
        },
        before_complete: `export default async ({ output }) => {
  const issues = []
  const need = (path, message) => {
    if (!String(output[path] ?? '').trim()) issues.push({ path, message })
  }
  if (output.decision === 'approved') {
    need('authorizationNumber', 'Enter the authorization number of the approval.')
    need('email', 'Enter the address that gets the approval letter.')
  } else need('comment', 'Say why it is denied.')
  if (issues.length > 0) throw new ApiError(422, 'The decision is not complete.', { issues })
  return output
}
`,
        position: { x: 0, y: 130 },
      },
      {
        id: 'approved',
        type: 'condition',
        title: 'Approved?',
        after: [{ step: 'confirm' }],
        branchLabels: { true: 'Approved', false: 'Denied' },
        config: { when: { $: 'steps.confirm.output.decision = "approved"' } },
        position: { x: 0, y: 260 },
      },
      {
        id: 'letter',
        type: 'fill-template',
        title: 'Write the letter',
        after: [{ step: 'approved', via: 'true' }],
        config: {
          template: 'letter-to-patient',
          data: {
            date: { $: '"" & $date(run.startedAt, "long", run.timeZone)' },
            'patient.name': { $: 'steps.confirm.output.patientName' },
            payer: {
              $: '$text(steps.confirm.output.payer, "Your health plan")',
            },
            authorizationNumber: { $: 'steps.confirm.output.authorizationNumber' },
            services: [
              {
                name: { $: 'steps.confirm.output.service' },
                units: { $: 'steps.confirm.output.units' },
                // As the policy says: sixty days from the decision.
                until: {
                  $: '$date($toMillis(run.startedAt) + 60 * 86400000, "long", run.timeZone)',
                },
              },
            ],
          },
          fileName: 'Approval letter',
        },
        position: { x: -160, y: 390 },
      },
      {
        id: 'send',
        type: 'send-secure-email',
        title: 'Send it to the patient',
        after: [{ step: 'letter' }],
        config: {
          to: { $: 'steps.confirm.output.email' },
          subject: 'Your request is approved',
          text: {
            $:
              '"Dear " & $text(steps.confirm.output.patientName) & ",\\n\\nyour request is ' +
              'approved: " & $text(steps.confirm.output.service) & ". The letter is attached; ' +
              'bring it to your appointment.\\n\\nYour care team"',
          },
          files: [{ $: 'steps.letter.output.file.id' }],
        },
        position: { x: -160, y: 520 },
      },
      {
        id: 'tell_denied',
        type: 'send-email',
        title: 'Tell the referral team it was denied',
        after: [{ step: 'approved', via: 'false' }],
        config: {
          to: ['referrals@example.com'],
          subject: { $: '"A referral was denied (" & run.reference & ")"' },
          // Mails leave the house unprotected, so they have no patient data.
          text: {
            $: '"A referral was reviewed and denied. The reason is in Rounds, reference " & run.reference & "."',
          },
        },
        position: { x: 160, y: 390 },
      },
    ],
    settings: { failureEmails: ['intake-team@example.com'] },
  } satisfies Definition,
}
