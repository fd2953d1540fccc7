import { z } from 'zod'
import { heldCasesChoices } from '#lib/domain/absence/absence'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })
const day = z.iso.date('Give a day like 2026-12-24.')
const daysSchema = z.object({ firstDay: z.iso.date(), lastDay: z.iso.date() })
const namedSchema = z.object({ userId: z.uuid(), name: z.string() })

const absenceSchema = z.object({
  id: z.uuid(),
  /** Both days are away; they are days of the organization's time zone. */
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  state: z.enum(['coming', 'now']),
  /** For colleagues. */
  note: z.string().nullable(),
  /** Who gets what was meant for the absent person; `away` when they are away then, too. */
  delegate: namedSchema.extend({ away: daysSchema.nullable() }).nullable(),
  /** What becomes of the open screens that the person has when it begins. */
  heldCases: z.enum(heldCasesChoices),
  /** When these had been dealt with; null: it has not begun. */
  begunAt: instant.nullable(),
  /** How many of them went to the delegate, and how many back to their groups. */
  passed: z.int(),
  released: z.int(),
  /** Who entered it. */
  setBy: z.string(),
  /** Send it with the next change. */
  revision: z.int(),
})
export type AbsenceView = z.infer<typeof absenceSchema>

const absencesSchema = z.object({
  /** The person whose absences these are. */
  userId: z.uuid(),
  /** Those of now and to come, by their first day. */
  items: z.array(absenceSchema),
  /** The zone of the days, and which day it is there. */
  timeZone: z.string(),
  today: z.iso.date(),
  /** How many open screens the person has now. */
  openCases: z.int(),
  /** How many of them the asked delegate may do; null: nobody was asked about. */
  passable: z.int().nullable(),
  /** For whom the person stands in, now or later. */
  standsInFor: z.array(namedSchema.extend({ ...daysSchema.shape, note: z.string().nullable() })),
})
export type AbsencesView = z.infer<typeof absencesSchema>

const delegateQuery = z.strictObject({
  /** Count how many of the open screens this person may do. */
  delegateId: z.uuid().optional(),
})

const bodySchema = z.strictObject({
  firstDay: day,
  lastDay: day,
  note: z.string().trim().max(200, 'A note has at most 200 characters.').optional(),
  delegateId: z.uuid().nullable().optional(),
  /** Left out: the person keeps them. */
  heldCases: z.enum(heldCasesChoices).optional(),
})
export type AbsenceBody = z.infer<typeof bodySchema>
const changeSchema = bodySchema.extend({ revision: z.int() })

const own = '/api/v2/absences/own'
const ofMember = '/api/v2/members/{id}/absences'
const memberParams = z.strictObject({ id: z.uuid() })
const absenceParams = z.strictObject({ absenceId: z.uuid() })
const bothParams = memberParams.extend(absenceParams.shape)
const example = { firstDay: '2030-12-23', lastDay: '2030-12-31' }
const rules =
  'While it holds, what would be given to the person goes to the delegate, if they may do it, and ' +
  'else belongs to nobody, so that its group sees it. Where the step chose the person by name, the ' +
  'delegate may do it as well. When the delegate is away, too, their own delegate gets it, and ' +
  'nobody beyond. `heldCases` says what becomes of the open screens that the person has when it ' +
  'begins: `keep`, `pass` to the delegate, or `release` to their groups.'
const all = { 200: { description: 'All of the person.', schema: absencesSchema } }

export const getOwnAbsencesContract = contract({
  id: 'getOwnAbsences',
  method: 'GET',
  path: own,
  summary: 'Read when you are away, and for whom you stand in',
  tag: 'Absences',
  query: delegateQuery,
  returns: all,
})

export const addOwnAbsenceContract = contract({
  id: 'addOwnAbsence',
  method: 'POST',
  path: own,
  summary: 'Say when you are away, and who stands in for you',
  description: rules,
  tag: 'Absences',
  body: bodySchema,
  returns: all,
  errorStatuses: [409],
  examples: { request: example },
})

export const changeOwnAbsenceContract = contract({
  id: 'changeOwnAbsence',
  method: 'PUT',
  path: `${own}/{absenceId}`,
  summary: 'Change an absence of yours',
  description: 'After it has begun, the first day and `heldCases` stay as they are.',
  tag: 'Absences',
  params: absenceParams,
  body: changeSchema,
  returns: all,
  errorStatuses: [404, 409],
  examples: { request: { ...example, revision: 1 } },
})

export const endOwnAbsenceContract = contract({
  id: 'endOwnAbsence',
  method: 'DELETE',
  path: `${own}/{absenceId}`,
  summary: 'Say that you are back, or that you will not be away',
  description: 'What the delegate has got stays with them.',
  tag: 'Absences',
  params: absenceParams,
  returns: all,
  errorStatuses: [404],
})

export const getMemberAbsencesContract = contract({
  id: 'getMemberAbsences',
  method: 'GET',
  path: ofMember,
  summary: 'Read when a member is away, and for whom they stand in',
  tag: 'Absences',
  params: memberParams,
  query: delegateQuery,
  returns: all,
  errorStatuses: [404],
})

export const addMemberAbsenceContract = contract({
  id: 'addMemberAbsence',
  method: 'POST',
  path: ofMember,
  summary: 'Say when a member is away, who fell ill for instance',
  description: rules,
  tag: 'Absences',
  params: memberParams,
  body: bodySchema,
  returns: all,
  errorStatuses: [404, 409],
  examples: { request: example },
})

export const changeMemberAbsenceContract = contract({
  id: 'changeMemberAbsence',
  method: 'PUT',
  path: `${ofMember}/{absenceId}`,
  summary: 'Change an absence of a member',
  description: 'After it has begun, the first day and `heldCases` stay as they are.',
  tag: 'Absences',
  params: bothParams,
  body: changeSchema,
  returns: all,
  errorStatuses: [404, 409],
  examples: { request: { ...example, revision: 1 } },
})

export const endMemberAbsenceContract = contract({
  id: 'endMemberAbsence',
  method: 'DELETE',
  path: `${ofMember}/{absenceId}`,
  summary: 'End an absence of a member, or cancel one to come',
  description: 'What the delegate has got stays with them.',
  tag: 'Absences',
  params: bothParams,
  returns: all,
  errorStatuses: [404],
})
