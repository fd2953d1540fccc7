'use client'

import { createContext, useContext } from 'react'

export type Rights = { canSee: boolean; canManage: boolean }

/** Whether the person at this page reads access rules, and changes them. */
export const AccessRights = createContext<Rights>({ canSee: false, canManage: false })

export const useAccessRights = (): Rights => useContext(AccessRights)
