import { syncBankTransactionsContract } from '#lib/contracts/bank'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { syncBankTransactions } from '#lib/operations/integrations/sync-bank-transactions'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(syncBankTransactionsContract, syncBankTransactions) })
