import type { Output } from '@docketbox/contract/core/endpoint'
import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { mutation, query } from '#platform/api/query.ts'

export type YearRecords = Output<typeof recordEndpoints.ofYear>

const invalidates = [recordEndpoints.ofYear, yearEndpoints.summary, yearEndpoints.list]

/** @param incomeYear as in `2025-26`. */
export const yearRecords = (incomeYear: string) => query(recordEndpoints.ofYear, { params: { incomeYear } })

export const saveHours = mutation(recordEndpoints.saveHours, { invalidates })
export const startTimer = mutation(recordEndpoints.startTimer, { invalidates })
export const stopTimer = mutation(recordEndpoints.stopTimer, { invalidates })
export const discardTimer = mutation(recordEndpoints.discardTimer, { invalidates })
export const saveVehicle = mutation(recordEndpoints.saveVehicle, { invalidates })
export const removeVehicle = mutation(recordEndpoints.removeVehicle, { invalidates })
export const saveVehicleYear = mutation(recordEndpoints.saveVehicleYear, { invalidates })
export const saveTrip = mutation(recordEndpoints.saveTrip, { invalidates })
export const removeTrip = mutation(recordEndpoints.removeTrip, { invalidates })
export const saveLogbook = mutation(recordEndpoints.saveLogbook, { invalidates })
export const removeLogbook = mutation(recordEndpoints.removeLogbook, { invalidates })
export const saveLaundry = mutation(recordEndpoints.saveLaundry, { invalidates })
export const removeLaundry = mutation(recordEndpoints.removeLaundry, { invalidates })
export const saveDiary = mutation(recordEndpoints.saveDiary, { invalidates })
export const removeDiary = mutation(recordEndpoints.removeDiary, { invalidates })
export const saveDiaryDays = mutation(recordEndpoints.saveDiaryDays, { invalidates })
export const chooseMethod = mutation(recordEndpoints.choose, { invalidates })
