/** Automations without an object, for tests by virtual time. */
import type { AutomationTrigger } from '@fairlead/protocol/automations/automations'
import type { NewDelivery } from '../../src/automations/delivery-queue.ts'
import { UNSCHEDULED } from '../../src/automations/delivery-queue.ts'
import type { AutomationRow } from '../../src/automations/store/automations.ts'

export const PROJECT = {
	id: 'prj',
	name: 'P',
	kind: null,
	budget: null,
	createdAt: 1,
	updatedAt: 1,
}

export const automationRow = (
	id: string,
	trigger: AutomationTrigger = { kind: 'button' },
): AutomationRow => ({
	id,
	projectId: 'prj',
	name: 'Triage',
	enabled: true,
	trigger,
	condition: null,
	template: 'Hello',
	mode: 'auto',
	model: null,
	budget: null,
	withoutEditor: null,
	conversation: 'new',
	conversationId: null,
	concurrency: 'queue',
	secret: null,
	createdBy: 'usr',
	createdAt: 1,
	updatedAt: 1,
})

export const newDelivery = (
	automationId: string,
	deliveryId: string,
	receivedAt: number,
	payload: unknown = {},
): NewDelivery => ({
	id: `dlv_${automationId}_${deliveryId}`,
	automationId,
	deliveryId,
	receivedAt,
	source: 'webhook',
	replayOf: null,
	askedBy: null,
	address: '',
	headers: {},
	event: null,
	payload: JSON.stringify(payload),
	payloadBytes: 2,
	...UNSCHEDULED,
})
