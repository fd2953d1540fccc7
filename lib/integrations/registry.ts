import type { ConnectionKind } from '#lib/domain/statuses'
import { bankPlaid } from './bank/plaid.ts'
import { bankSandbox } from './bank/sandbox.ts'
import { billingCandid } from './billing/candid.ts'
import { billingSandbox } from './billing/sandbox.ts'
import { clearinghouseSandbox } from './clearinghouse/sandbox.ts'
import { clearinghouseStedi } from './clearinghouse/stedi.ts'
import { directorySandbox } from './directory/sandbox.ts'
import { directoryWorkOs } from './directory/workos.ts'
import { emrFhir } from './emr/fhir.ts'
import { emrSandbox } from './emr/sandbox.ts'
import { faxDocumo } from './fax/documo.ts'
import { faxSandbox } from './fax/sandbox.ts'
import { hieFhir } from './hie/fhir.ts'
import { hieMetriport } from './hie/metriport.ts'
import { hieSandbox } from './hie/sandbox.ts'
import { homecareFhir } from './homecare/fhir.ts'
import { homecareSandbox } from './homecare/sandbox.ts'
import { lettersLob } from './letters/lob.ts'
import { lettersPostGrid } from './letters/postgrid.ts'
import { lettersSandbox } from './letters/sandbox.ts'
import { modelAnthropic } from './model/anthropic.ts'
import { modelBedrock } from './model/bedrock.ts'
import { modelOpenAi } from './model/openai.ts'
import { modelSandbox } from './model/sandbox.ts'
import { payerDocsDocuware } from './payer-docs/docuware.ts'
import { payerDocsFhir } from './payer-docs/fhir.ts'
import { payerDocsSandbox } from './payer-docs/sandbox.ts'
import type { Provider } from './provider.ts'
import { smsSandbox } from './sms/sandbox.ts'
import { smsTwilio } from './sms/twilio.ts'
import { warehouseDatabricks } from './warehouse/databricks.ts'
import { warehousePostgres } from './warehouse/postgres.ts'
import { warehouseSnowflake } from './warehouse/snowflake.ts'
import { warehouseSandbox } from './warehouse/sandbox.ts'
import { webApiKey } from './web/api-key.ts'
import { webBasic } from './web/basic.ts'
import { webBearer } from './web/bearer.ts'
import { webNone } from './web/none.ts'
import { webOAuth2 } from './web/oauth2.ts'
import { webSandbox } from './web/sandbox.ts'

type Kinds = {
  [Kind in ConnectionKind]: { title: string; description: string; providers: Provider<Kind>[] }
}

/** Every kind of connection with its providers; a kind without an entry does not compile. */
export const integrations: Kinds = {
  emr: {
    title: 'Electronic medical record',
    description: 'Files notes in patients’ charts.',
    providers: [emrFhir, emrSandbox],
  },
  homecare: {
    title: 'Home care',
    description: 'Searches home-care patients and prospects.',
    providers: [homecareFhir, homecareSandbox],
  },
  billing: {
    title: 'Billing',
    description: 'Updates patients of the medical billing platform.',
    providers: [billingCandid, billingSandbox],
  },
  bank: {
    title: 'Bank feed',
    description: 'Follows the transactions of bank accounts.',
    providers: [bankPlaid, bankSandbox],
  },
  directory: {
    title: 'Directory',
    description: 'Knows the groups of people behind your single sign-on.',
    providers: [directoryWorkOs, directorySandbox],
  },
  hie: {
    title: 'Health information exchange',
    description: 'Gathers a patient’s records from other providers of care.',
    providers: [hieMetriport, hieFhir, hieSandbox],
  },
  clearinghouse: {
    title: 'Clearinghouse',
    description: 'Asks payers whether and how a patient is covered.',
    providers: [clearinghouseStedi, clearinghouseSandbox],
  },
  'payer-docs': {
    title: 'Payer document archive',
    description: 'Keeps letters of payers: explanations of benefits, remittances, authorizations.',
    providers: [payerDocsDocuware, payerDocsFhir, payerDocsSandbox],
  },
  letters: {
    title: 'Letters',
    description: 'Prints PDFs and mails them as letters, with tracking.',
    providers: [lettersLob, lettersPostGrid, lettersSandbox],
  },
  model: {
    title: 'Language model',
    description: 'Reads documents: answers questions about them and fills in fields.',
    providers: [modelAnthropic, modelOpenAi, modelBedrock, modelSandbox],
  },
  sms: {
    title: 'Text messages',
    description: 'Sends text messages, such as one-time codes. Not protected: no patient data.',
    providers: [smsTwilio, smsSandbox],
  },
  fax: {
    title: 'Fax',
    description: 'Sends PDFs by fax, and starts workflows with faxes that come in.',
    providers: [faxDocumo, faxSandbox],
  },
  warehouse: {
    title: 'Data warehouse',
    description: 'Answers queries over claims, remittances and whatever else you keep there.',
    providers: [warehouseSnowflake, warehouseDatabricks, warehousePostgres, warehouseSandbox],
  },
  web: {
    title: 'Web service',
    description: 'Signs HTTP requests of workflows in to any other system with a web API.',
    providers: [webBearer, webBasic, webApiKey, webOAuth2, webNone, webSandbox],
  },
}

/** The provider with this id, or undefined. */
export function findProvider(kind: ConnectionKind, id: string): Provider | undefined {
  return (integrations[kind].providers as Provider[]).find((provider) => provider.id === id)
}
