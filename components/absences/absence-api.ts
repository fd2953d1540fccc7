import { queryOf } from '#components/shared/loading/queries'
import {
  addMemberAbsenceContract,
  addOwnAbsenceContract,
  changeMemberAbsenceContract,
  changeOwnAbsenceContract,
  endMemberAbsenceContract,
  endOwnAbsenceContract,
  getMemberAbsencesContract,
  getOwnAbsencesContract,
  type AbsenceBody,
} from '#lib/contracts/organization/absences'
import { call } from '#lib/http/client'

type Changed = AbsenceBody & { revision: number }

/** One's own absences, or those of a member. */
export function absenceApi(memberId: string | undefined) {
  if (memberId === undefined)
    return {
      contract: getOwnAbsencesContract,
      read: (delegateId?: string) =>
        queryOf(getOwnAbsencesContract, { query: delegateId ? { delegateId } : {} }),
      add: (body: AbsenceBody) => call(addOwnAbsenceContract, { body }),
      change: (absenceId: string, body: Changed) =>
        call(changeOwnAbsenceContract, { params: { absenceId }, body }),
      end: (absenceId: string) => call(endOwnAbsenceContract, { params: { absenceId } }),
    }
  const params = { id: memberId }
  return {
    contract: getMemberAbsencesContract,
    read: (delegateId?: string) =>
      queryOf(getMemberAbsencesContract, { params, query: delegateId ? { delegateId } : {} }),
    add: (body: AbsenceBody) => call(addMemberAbsenceContract, { params, body }),
    change: (absenceId: string, body: Changed) =>
      call(changeMemberAbsenceContract, { params: { ...params, absenceId }, body }),
    end: (absenceId: string) =>
      call(endMemberAbsenceContract, { params: { ...params, absenceId } }),
  }
}
export type AbsenceApi = ReturnType<typeof absenceApi>
