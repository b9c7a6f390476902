import { promotionEndpoints } from '@docketbox/contract/payments/promotion-endpoints'
import { mutation, query } from '#platform/api/query.ts'

export const promotions = query(promotionEndpoints.listPromotions, {})

export const createPromotion = mutation(promotionEndpoints.createPromotion, {
  invalidates: [promotionEndpoints.listPromotions],
})

export const endPromotion = mutation(promotionEndpoints.endPromotion, {
  invalidates: [promotionEndpoints.listPromotions],
})
