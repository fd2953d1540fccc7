import type { ConnectionKind } from '../domain/statuses.ts'
import type { BankPort } from './bank/port.ts'
import type { BillingPort } from './billing/port.ts'
import type { ClearinghousePort } from './clearinghouse/port.ts'
import type { DirectoryPort } from './directory/port.ts'
import type { EmrPort } from './emr/port.ts'
import type { FaxPort } from './fax/port.ts'
import type { HiePort } from './hie/port.ts'
import type { HomecarePort } from './homecare/port.ts'
import type { LettersPort } from './letters/port.ts'
import type { ModelPort } from './model/port.ts'
import type { PayerDocsPort } from './payer-docs/port.ts'
import type { SmsPort } from './sms/port.ts'
import type { WarehousePort } from './warehouse/port.ts'
import type { WebPort } from './web/port.ts'

/** The port of each kind of connection. A new kind adds a line here and a folder beside. */
type Ports = {
  emr: EmrPort
  homecare: HomecarePort
  billing: BillingPort
  bank: BankPort
  directory: DirectoryPort
  'payer-docs': PayerDocsPort
  warehouse: WarehousePort
  hie: HiePort
  clearinghouse: ClearinghousePort
  letters: LettersPort
  model: ModelPort
  sms: SmsPort
  fax: FaxPort
  web: WebPort
}

export type PortOf<Kind extends ConnectionKind> = Ports[Kind]
