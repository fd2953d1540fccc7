import { apiKeysContracts } from './api-keys.ts'
import { asyncResultsContracts } from './async-results.ts'
import { auditContracts } from './audit.ts'
import { bankContracts } from './bank.ts'
import { billingContracts } from './billing.ts'
import { changelogContracts } from './changelog.ts'
import { connectionsContracts } from './connections.ts'
import { clearinghouseContracts } from './clearinghouse.ts'
import type { Contract } from './contract.ts'
import { directoryContracts } from './directory.ts'
import { documentsContracts } from './documents.ts'
import { filesContracts } from './files.ts'
import { formsContracts } from './forms.ts'
import { hieContracts } from './hie.ts'
import { homeContracts } from './home.ts'
import { integrationsContracts } from './integrations.ts'
import { lettersContracts } from './letters.ts'
import { mailsContracts } from './mails.ts'
import { membersContracts } from './members.ts'
import { membershipsContracts } from './memberships.ts'
import { openApiContracts } from './open-api.ts'
import { payerDocsContracts } from './payer-docs.ts'
import { policiesContracts } from './policies.ts'
import { runsContracts } from './runs.ts'
import { schedulesContracts } from './schedules.ts'
import { screensContracts } from './screens.ts'
import { serviceContracts } from './service.ts'
import { sessionsContracts } from './sessions.ts'
import { settingsContracts } from './settings.ts'
import { sqlContracts } from './sql.ts'
import { stepTypesContracts } from './step-types.ts'
import { tasksContracts } from './tasks.ts'
import { warehouseContracts } from './warehouse.ts'
import { workflowsContracts } from './workflows.ts'

/** Every endpoint of the service, in the order of the reference. */
export const contracts = [
  workflowsContracts,
  stepTypesContracts,
  runsContracts,
  schedulesContracts,
  tasksContracts,
  asyncResultsContracts,
  screensContracts,
  formsContracts,
  filesContracts,
  integrationsContracts,
  clearinghouseContracts,
  billingContracts,
  bankContracts,
  directoryContracts,
  payerDocsContracts,
  warehouseContracts,
  documentsContracts,
  hieContracts,
  lettersContracts,
  sqlContracts,
  policiesContracts,
  connectionsContracts,
  mailsContracts,
  homeContracts,
  apiKeysContracts,
  membersContracts,
  membershipsContracts,
  settingsContracts,
  sessionsContracts,
  auditContracts,
  changelogContracts,
  serviceContracts,
  openApiContracts,
].flat() as unknown as Contract[]
