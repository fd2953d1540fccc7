import { changeSettingsContract, getSettingsContract } from '#lib/contracts/settings'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { changeSettings } from '#lib/operations/settings/change-settings'
import { getSettings } from '#lib/operations/settings/get-settings'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(getSettingsContract, getSettings),
  PATCH: route(changeSettingsContract, changeSettings),
})
