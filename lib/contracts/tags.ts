/**
 * The groups of the API reference with their descriptions. The reference has them in the order in
 * which contracts use them.
 */
export const tags = {
  Absences: 'When people are away, and who stands in for them.',
  Access: 'Who may do what: roles, access rules of workflows, and why they decide as they do.',
  'API keys':
    'Credentials of systems. A key is shown once; deleting it ends every use of it at once.',
  'Async results':
    'Answers that arrive later: request them, wait for them, or deliver them yourself.',
  Approvals: 'Another person approves a draft before it is published.',
  Audit: 'Who did what, and when.',
  'Back-tests': 'What a draft would have done with runs that were recorded.',
  Calendars: 'When people of the organization work: hours, holidays, days of its own.',
  Clearinghouse: 'Eligibility of patients, and what a patient owes.',
  Comments: 'What people write about a run, the files that they add, and who did what with it.',
  Communication: 'Letters on paper, from the PDF to the mailbox; faxes and text messages.',
  Connections:
    'Connections to outside systems: settings, credentials (write-only), tests and last calls.',
  Directory: 'Groups of the organization’s directory and the people in them.',
  Documents: 'Conversion of documents.',
  Drafts:
    'Change parts of a draft together with others, follow their changes, and try a draft without ' +
    'doing anything outside.',
  Files: 'Upload and download. A file is named by its id in the data of runs.',
  Folders: 'Where workflows lie, and whom their access rules cover.',
  Forms: 'Manual forms, which people fill in to start a run.',
  HIE: 'A patient’s records from health information exchanges, as async results.',
  Home: 'The numbers of the home page.',
  Inbox: 'Saved views of the inbox, and the figures of its work.',
  Instance: 'The organizations of this installation, for its administrators.',
  Integrations:
    'Calls to EMR, billing, bank, payer archive, warehouse and home care through connections.',
  Mails: 'The mails of workflows.',
  Members: 'The people of the organization and their roles.',
  Notifications: 'What a signed-in person is told, and in which ways.',
  Policies: 'Policy documents, whose text workflows and systems read.',
  Profile: 'The signed-in person: password and sessions.',
  Reference: 'This reference, the change history, and the health of the service.',
  Runs: 'Start, watch, cancel and retry runs of workflows.',
  Schedules: 'Runs that start at planned times.',
  Screens: 'Forms of runs that wait for a person: list, claim, assign, complete.',
  'Secure messages':
    'Encrypted mails: the recipient reads them by a link and a one-time code, and replies there.',
  Settings: 'Settings of the organization.',
  'Single sign-on':
    'The organization’s identity providers, its e-mail domains, and who must sign in by them.',
  SQL: 'The organization’s own relational database.',
  Tasks: 'Single steps of a run.',
  Templates: 'Documents, PDFs, mails and texts with placeholders, which steps fill.',
  'Test sets':
    'Expected answers of steps that ask documents, and how the answers of a draft score.',
  Webhooks: 'Addresses to which other systems post what starts a workflow.',
  'Workflow tests': 'Runs that a workflow must still do rightly, and what publishing needs.',
  Workflows: 'Edit, check, publish, export and import workflows.',
} as const

export type Tag = keyof typeof tags
