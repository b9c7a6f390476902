import { api, findYearRules, sydneyDay } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { route } from '#platform/http/route.ts'
import { requireYear } from '#platform/security/scope.ts'
import { chooseMethod, removeDiary, saveDiary, saveDiaryDays } from './diaries/diaries.ts'
import { discardTimer, saveHours, startTimer, stopTimer } from './hours/hours.ts'
import { removeLaundry, saveLaundry } from './laundry.ts'
import { removeLogbook, removeTrip, saveLogbook, saveTrip } from './car/trips.ts'
import { removeVehicle, saveVehicle, saveVehicleYear } from './car/vehicles.ts'
import { showYear, vehiclesIn } from './year.ts'

export function recordRoutes(app: FastifyInstance, deps: Deps): void {
  const { records } = api
  route(app, records.ofYear, async ({ scope, params: { incomeYear } }) => {
    requireYear(scope, incomeYear)
    const rules = findYearRules(deps.taxRules, incomeYear)
    const today = sydneyDay(deps.now())
    const year = await showYear(deps.db, scope.ownerId, { incomeYear, rules, today })
    // The timer and the vehicles are of now, whichever year is shown.
    return scope.incomeYears === 'all' ? year : { ...year, timer: null, vehicles: vehiclesIn(year) }
  })

  route(app, records.saveHours, ({ scope, body }) => saveHours(deps, scope.ownerId, body.days))
  route(app, records.startTimer, ({ scope, body }) => startTimer(deps, scope.ownerId, body))
  route(app, records.stopTimer, ({ scope, params }) => stopTimer(deps, scope.ownerId, params.timerId))
  route(app, records.discardTimer, ({ scope, params }) => discardTimer(deps, scope.ownerId, params.timerId))

  route(app, records.saveVehicle, ({ scope, params, body }) =>
    saveVehicle(deps, scope.ownerId, params.vehicleId, body),
  )
  route(app, records.removeVehicle, ({ scope, params }) =>
    removeVehicle(deps, scope.ownerId, params.vehicleId),
  )
  route(app, records.saveVehicleYear, ({ scope, params, body }) =>
    saveVehicleYear(deps, scope.ownerId, params, body),
  )
  route(app, records.saveTrip, ({ scope, params, body }) =>
    saveTrip(deps, scope.ownerId, params.tripId, body),
  )
  route(app, records.removeTrip, ({ scope, params }) => removeTrip(deps, scope.ownerId, params.tripId))
  route(app, records.saveLogbook, ({ scope, params, body }) =>
    saveLogbook(deps, scope.ownerId, params.logbookId, body),
  )
  route(app, records.removeLogbook, ({ scope, params }) =>
    removeLogbook(deps, scope.ownerId, params.logbookId),
  )

  route(app, records.saveLaundry, ({ scope, params, body }) =>
    saveLaundry(deps, scope.ownerId, params.entryId, body),
  )
  route(app, records.removeLaundry, ({ scope, params }) => removeLaundry(deps, scope.ownerId, params.entryId))

  route(app, records.saveDiary, ({ scope, params, body }) => saveDiary(deps, scope.ownerId, params, body))
  route(app, records.removeDiary, ({ scope, params }) => removeDiary(deps, scope.ownerId, params))
  route(app, records.saveDiaryDays, ({ scope, params, body }) =>
    saveDiaryDays(deps, scope.ownerId, params.service, body.days),
  )
  route(app, records.choose, ({ scope, params, body }) =>
    chooseMethod(deps, scope.ownerId, params.incomeYear, body),
  )
}
