import type { Definition } from '#lib/domain/workflow/definition'

/** A person reviews each referral. An approval is filed in the EMR, a denial is sent by mail. */
export const referralIntake = {
  slug: 'referral-intake',
  name: 'Referral intake',
  description:
    'A new referral: look the patient up, read the policy, let a person decide, and file the decision.',
  definition: {
    startData: {
      type: 'object',
      required: ['patientName', 'emrPatientId', 'diagnosis', 'urgency'],
      properties: {
        patientName: { type: 'string', title: 'Patient name', minLength: 1, phi: true },
        emrPatientId: {
          type: 'string',
          title: 'EMR patient id',
          description: 'For example EMR-1001',
          pattern: '^EMR-[0-9]+$',
          phi: true,
        },
        diagnosis: {
          type: 'string',
          title: 'Diagnosis',
          'x-formFieldType': 'long-text',
          minLength: 1,
          phi: true,
        },
        urgency: {
          type: 'string',
          title: 'Urgency',
          enum: ['routine', 'urgent', 'emergent'],
          default: 'routine',
        },
        documents: {
          type: 'array',
          title: 'Referral documents',
          description: 'Imaging orders, letters, insurance cards',
          'x-formFieldType': 'multi-file',
          default: [],
          items: {
            type: 'object',
            required: ['id', 'fileName'],
            properties: { id: { type: 'string' }, fileName: { type: 'string' } },
          },
        },
        source: {
          type: 'string',
          title: 'Source',
          'x-formFieldHidden': true,
          default: 'referral-form',
        },
      },
    },
    steps: [
      {
        id: 'find_patient',
        type: 'search-patients',
        title: 'Find in home care',
        after: [],
        config: {
          connection: 'sandbox',
          name: { $: '$split(start.patientName, " ")[-1]' },
          deleteFlag: 'N',
        },
        position: { x: 0, y: 0 },
      },
      {
        id: 'read_policy',
        type: 'policy-text',
        title: 'Read the imaging policy',
        after: [{ step: 'find_patient' }],
        config: { policyId: 'prior-auth-imaging' },
        position: { x: 0, y: 130 },
      },
      {
        id: 'review',
        type: 'screen',
        title: 'Review referral',
        after: [{ step: 'read_policy' }],
        priority: 10,
        config: {
          title: 'Review referral',
          instructions:
            'Compare the referral with the policy, then approve it with an authorization number ' +
            'or deny it with a comment.',
          show: [
            {
              label: 'Referral',
              value: {
                patient: { $: 'start.patientName' },
                emrPatientId: { $: 'start.emrPatientId' },
                diagnosis: { $: 'start.diagnosis' },
                urgency: { $: 'start.urgency' },
                documents: { $: 'start.documents' },
              },
            },
            {
              label: 'Home-care records with this name',
              value: {
                $: '[steps.find_patient.output.patients.{ "id": id, "name": name, "birthDate": birthDate, "disposition": disposition, "facilityId": facilityId }]',
              },
              format: 'table',
            },
            { label: 'Policy', value: { $: 'steps.read_policy.output.text' }, format: 'markdown' },
          ],
          schema: {
            type: 'object',
            required: ['decision'],
            properties: {
              decision: { type: 'string', title: 'Decision', enum: ['approved', 'denied'] },
              authorizationNumber: {
                type: 'string',
                title: 'Authorization number',
                description: 'Needed for an approval',
              },
              comment: { type: 'string', title: 'Comment', 'x-formFieldType': 'long-text' },
            },
          },
        },
        before_complete: `export default async ({ output }) => {
  const number = (output.authorizationNumber ?? '').trim()
  if (output.decision === 'approved' && number === '') {
    throw new ApiError(422, 'An approval needs an authorization number.', {
      issues: [{ path: 'authorizationNumber', message: 'Enter the authorization number of the approval.' }],
    })
  }
  return { ...output, authorizationNumber: number }
}
`,
        position: { x: 0, y: 260 },
      },
      {
        id: 'approved',
        type: 'condition',
        title: 'Approved?',
        after: [{ step: 'review' }],
        branchLabels: { true: 'Approved', false: 'Denied' },
        config: { when: { $: 'steps.review.output.decision = "approved"' } },
        position: { x: 0, y: 390 },
      },
      {
        id: 'note',
        type: 'create-text-note',
        title: 'File the note in the EMR',
        after: [{ step: 'approved', via: 'true' }],
        config: {
          connection: 'sandbox',
          patientId: { $: 'start.emrPatientId' },
          title: {
            $: '"Referral approved: authorization " & steps.review.output.authorizationNumber',
          },
          body: {
            $:
              '"Diagnosis: " & $text(start.diagnosis) & "\\nUrgency: " & $text(start.urgency) & ' +
              '"\\nAuthorization: " & $text(steps.review.output.authorizationNumber) & ' +
              '"\\nComment: " & $text(steps.review.output.comment, "none")',
          },
        },
        on_failure: { step: 'tell_team', then: 'fail' },
        position: { x: -160, y: 520 },
      },
      {
        id: 'tell_denied',
        type: 'send-email',
        title: 'Tell the referrer it was denied',
        after: [{ step: 'approved', via: 'false' }],
        config: {
          to: ['referrals@example.com'],
          subject: { $: '"A referral was denied (" & run.reference & ")"' },
          // Mails leave the house unprotected, so they have no patient data.
          text: {
            $: '"A referral was reviewed and denied. The reason is in Rounds, reference " & run.reference & "."',
          },
        },
        position: { x: 160, y: 520 },
      },
      {
        id: 'tell_team',
        type: 'send-email',
        title: 'Tell the team the note failed',
        after: [],
        config: {
          to: ['intake-team@example.com'],
          subject: {
            $: '"The EMR note of an approved referral could not be filed (" & run.reference & ")"',
          },
          text: {
            $:
              '"Step " & error.stepId & " failed: " & error.message & "\\n\\nFile the note by ' +
              'hand, or retry from this step in Rounds, reference " & run.reference & "."',
          },
        },
        position: { x: -160, y: 650 },
      },
    ],
    settings: { failureEmails: ['intake-team@example.com'] },
  } satisfies Definition,
}
