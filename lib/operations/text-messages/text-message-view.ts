import type { TextMessageView } from '#lib/contracts/integrations/text-messages'
import type { TextMessageRow } from './apply-text-state.ts'

export const textMessageView = ({
  id: messageId,
  status,
  connection,
  provider,
  providerId,
  segments,
  failure,
  runId,
  createdBy,
  createdAt,
}: TextMessageRow): TextMessageView => ({
  messageId,
  status,
  connection,
  provider,
  providerId,
  segments,
  failure,
  runId,
  createdBy,
  createdAt: createdAt.toISOString(),
})
