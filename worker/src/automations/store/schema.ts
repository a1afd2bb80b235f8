/** D1's tables about automations: what starts a run without a person at the page, and the log of deliveries. */
import type {
	AutomationTrigger,
	DeliveryHeaders,
	WithoutEditor,
} from '@fairlead/protocol/automations/automations'
import type { Budget } from '@fairlead/protocol/conversations/runs'
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { projects } from '../../db/schema.ts'

export const automations = sqliteTable(
	'automations',
	{
		id: text().primaryKey(),
		projectId: text('project_id')
			.notNull()
			.references(() => projects.id, { onDelete: 'cascade' }),
		name: text().notNull(),
		enabled: integer({ mode: 'boolean' }).notNull(),
		trigger: text({ mode: 'json' }).$type<AutomationTrigger>().notNull(),
		/** An expression over the payload; null: every delivery begins a run. */
		condition: text(),
		/** The prompt, with `{{ path }}` for values of the payload. */
		template: text().notNull(),
		mode: text({ enum: ['ask', 'auto', 'read-only'] }).notNull(),
		/** `provider/model`; null: the default. */
		model: text(),
		/** Limits of its runs; null: the project's. */
		budget: text({ mode: 'json' }).$type<Budget>(),
		concurrency: text({ enum: ['queue', 'replace', 'skip'] }).notNull(),
		/** The rule while no editor is connected; null: its runs begin anyway. */
		withoutEditor: text('without_editor', { mode: 'json' }).$type<WithoutEditor>(),
		/** Whether each run has a conversation of its own. */
		conversation: text({ enum: ['new', 'same'] })
			.notNull()
			.default('new'),
		/** The conversation of all its runs; null: none yet, or each run has its own. */
		conversationId: text('conversation_id'),
		/** The secret that checks deliveries, in the form of `automations/kept-secret.ts`; null: it takes none. */
		secret: text(),
		createdBy: text('created_by').notNull(),
		createdAt: integer('created_at').notNull(),
		updatedAt: integer('updated_at').notNull(),
	},
	(t) => [
		index('automations_project').on(t.projectId, t.createdAt),
		/** Used by the deletion of an account. */
		index('automations_author').on(t.createdBy),
	],
)

/** The log of deliveries; those that still wait are only in the project's Automations object. */
export const deliveries = sqliteTable(
	'deliveries',
	{
		id: text().primaryKey(),
		automationId: text('automation_id')
			.notNull()
			.references(() => automations.id, { onDelete: 'cascade' }),
		/** The sender's id of the delivery, or GitHub's signature: the same one is the same delivery. */
		deliveryId: text('delivery_id').notNull(),
		source: text({ enum: ['webhook', 'schedule', 'event', 'button', 'replay'] }).notNull(),
		/** The delivery that this one repeats. */
		replayOf: text('replay_of'),
		/** The person who pressed the button or replayed the delivery; null: nobody did. */
		askedBy: text('asked_by'),
		receivedAt: integer('received_at').notNull(),
		address: text().notNull(),
		headers: text({ mode: 'json' }).$type<DeliveryHeaders>().notNull(),
		/** The payload's beginning, if it was larger than the log keeps. */
		payload: text().notNull(),
		payloadBytes: integer('payload_bytes').notNull(),
		/** The outcome. */
		verdict: text({
			enum: [
				'begun',
				'condition_not_met',
				'condition_failed',
				'disabled',
				'busy',
				'replaced',
				'no_editor',
				'loop',
				'too_many',
				'not_proven',
				'unreadable',
				'failed',
			],
		}),
		error: text(),
		conversationId: text('conversation_id'),
		runId: text('run_id'),
		/** The scheduled time, for a delivery by a schedule. */
		scheduledAt: integer('scheduled_at'),
		/** Earlier times of the schedule that this delivery stands for. */
		missed: integer().notNull().default(0),
		/** How many automations in a row led to the event, for a delivery by one. */
		depth: integer().notNull().default(0),
	},
	(t) => [
		uniqueIndex('deliveries_delivery').on(t.automationId, t.deliveryId),
		/** Used by the deletion of an account. */
		index('deliveries_asked').on(t.askedBy).where(sql`asked_by is not null`),
		index('deliveries_received').on(t.automationId, t.receivedAt),
	],
)
