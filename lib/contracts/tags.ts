/**
 * The groups of the API reference, with what each is for; in the reference they stand in the order
 * in which contracts name them.
 */
export const tags = {
  'API keys':
    'Credentials of systems. A key is shown once; deleting it ends every use of it at once.',
  'Async results':
    'Answers that come later: ask for them, wait for them, or deliver them yourself.',
  Audit: 'Who did what, and when.',
  Clearinghouse: 'Eligibility of patients, and what a patient owes.',
  Communication: 'Letters on paper, from the PDF to the mailbox.',
  Connections:
    'Named connections to outside systems: settings, credentials (write-only), tests and last calls.',
  Directory: 'Groups of the organization’s directory and the people in them.',
  Documents: 'Conversion of documents.',
  Files: 'Upload and download. A file is named by its id in the data of runs.',
  Forms: 'Manual forms, which people fill in to start a run.',
  HIE: 'A patient’s records from health information exchanges; they come as async results.',
  Home: 'The numbers of the first page.',
  Integrations:
    'Calls to EMR, billing, bank, payer archive, warehouse and home care through named connections.',
  Mails: 'What workflows wrote to people.',
  Members: 'The people of the organization and their roles.',
  Policies: 'Policy documents, whose text workflows and systems read.',
  Profile: 'The signed-in person: password and sessions.',
  Reference: 'This reference, the change history, and how the service is doing.',
  Runs: 'Start, watch, cancel and retry runs of workflows.',
  Schedules: 'Runs that start by the clock.',
  Screens: 'The inbox: what waits for a person.',
  Settings: 'Settings of the organization.',
  SQL: 'The organization’s own relational database.',
  Tasks: 'Single steps of a run.',
  Workflows: 'Draw, check, publish, export and import workflows.',
} as const

export type Tag = keyof typeof tags
