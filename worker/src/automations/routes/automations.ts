/** The automations of a project: making, changing and trying them. Deliveries are in `deliveries.ts` and `hooks.ts`. */
import {
	Automation,
	AutomationList,
	AutomationTested,
	type AutomationTrigger,
	CreateAutomation,
	CreatedAutomation,
	NewSecret,
	TestAutomation,
	UpdateAutomation,
} from '@fairlead/protocol/automations/automations'
import type { Actor } from '../../access/actor.ts'
import { authorOf } from '../../access/author.ts'
import { linkOrigin } from '../../accounts/sign-in/configured-methods.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { clientAddress } from '../../http/recording.ts'
import { type AppContext, json, noContent, type Route, route } from '../../http/route.ts'
import { newId } from '../../ids.ts'
import { requireUsableModel } from '../../models/routes/usable-model.ts'
import { callWithRetry } from '../../ports/retry.ts'
import { recordChanges } from '../../projects/store/changes.ts'
import { ConditionError, parseCondition } from '../condition.ts'
import { UNSCHEDULED } from '../delivery-queue.ts'
import { promptFor } from '../dispatcher.ts'
import { keepSecret, mintHookSecret } from '../kept-secret.ts'
import { requireSchedule, ScheduleError, timeAfter } from '../schedule.ts'
import {
	type AutomationKey,
	type AutomationRow,
	aboutAutomation,
	automationOfProject,
	deleteAutomation,
	describeAutomation,
	insertAutomation,
	listAutomations,
	MAX_AUTOMATIONS,
	updateAutomation,
	type View,
} from '../store/automations.ts'
import { parseTemplate, TemplateError } from '../template.ts'
import { accept } from './hooks.ts'

export const MANAGES = {
	by: ['session'],
	on: 'project',
	needs: 'automations.manage',
	origin: 'own-to-change',
} as const

const viewOf = (c: AppContext, now: number): View => ({
	origin: linkOrigin(c.env, c.req.raw),
	nextAt: ({ trigger, enabled }) =>
		trigger.kind === 'schedule' && enabled ? timeAfter(trigger, now) : null,
})

export async function requireAutomation(db: Database, key: AutomationKey): Promise<AutomationRow> {
	const row = await automationOfProject(db, key)
	if (!row) throw notFound('automation')
	return row
}

/** The result of `read`. @throws {HttpProblem} that says what is wrong with the condition, the template or the schedule */
export function understood<T>(read: () => T): T {
	try {
		return read()
	} catch (error) {
		if (error instanceof ScheduleError) {
			throw new HttpProblem('invalid_request', 'This schedule is not valid.', {
				detail: error.message,
				issues: [{ path: `/trigger/${error.field}`, message: error.message }],
			})
		}
		if (!(error instanceof ConditionError || error instanceof TemplateError)) throw error
		const path = error instanceof ConditionError ? '/condition' : '/template'
		throw new HttpProblem('invalid_request', `The ${path.slice(1)} is not valid.`, {
			detail: 'The language of both is described in docs/automations.md.',
			issues: [{ path, message: error.message }],
		})
	}
}

function requireValid({ condition, template, trigger }: Partial<AutomationRow>, now: number): void {
	understood(() => {
		if (trigger?.kind === 'schedule') requireSchedule(trigger, now)
		if (condition) parseCondition(condition)
		if (template !== undefined) parseTemplate(template)
	})
}

/** A webhook's proof and its secret belong together. @throws {HttpProblem} */
function requireSameKind(before: AutomationTrigger, after: AutomationTrigger | undefined): void {
	if (!after) return
	const same =
		before.kind === 'webhook' && after.kind === 'webhook'
			? before.proof === after.proof
			: before.kind === after.kind
	if (same) return
	throw new HttpProblem('conflict', 'The kind of trigger of an automation cannot be changed.', {
		detail: 'Create another automation with that trigger, and delete this one.',
	})
}

/** The part of an automation that `changes` records. */
const recorded = ({
	name,
	enabled,
	condition,
	template,
	mode,
	model,
	concurrency,
	trigger,
	withoutEditor,
	conversation,
}: AutomationRow) => ({
	name,
	enabled,
	condition,
	template,
	mode,
	model,
	concurrency,
	trigger,
	withoutEditor,
	conversation,
})

/** Saves a change of an automation, of which its project's object hears before and after if it has a schedule. */
async function withSchedule<T>(
	env: Env,
	{ id, projectId, trigger }: AutomationRow,
	save: () => Promise<T>,
): Promise<T> {
	if (trigger.kind !== 'schedule') return save()
	await callWithRetry(() => env.AUTOMATIONS.getByName(projectId).scheduleChanging(id))
	const saved = await save()
	await callWithRetry(() => env.AUTOMATIONS.getByName(projectId).scheduleChanged(id))
	return saved
}

async function recordAutomation(
	db: Database,
	before: AutomationRow | null,
	after: AutomationRow | null,
	actor: Extract<Actor, { kind: 'session' }>,
	now: number,
): Promise<void> {
	const row = after ?? before
	if (!row) return
	const { projectId, id: subject } = row
	const states = { before: before && recorded(before), after: after && recorded(after) }
	const change = { projectId, what: 'automation', subject, ...states } as const
	await recordChanges(db, [change], authorOf(actor), now)
}

async function described(
	c: AppContext,
	db: Database,
	row: AutomationRow,
	now: number,
): Promise<Automation> {
	const { author, reportsOff } = await aboutAutomation(db, row)
	return describeAutomation(row, author, viewOf(c, now), reportsOff)
}

export const automationRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/automations',
		operationId: 'listAutomations',
		summary: 'List the automations of a project',
		access: MANAGES,
		answers: [
			{ status: 200, schema: AutomationList, description: 'Newest first, without their secrets.' },
		],
		async handle({ c, db, granted, now }) {
			const automations = await listAutomations(db, granted.project.id, viewOf(c, now))
			return json({ automations } satisfies AutomationList)
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/automations',
		operationId: 'createAutomation',
		summary: 'Create an automation',
		access: MANAGES,
		body: CreateAutomation,
		answers: [
			{
				status: 201,
				schema: CreatedAutomation,
				description: 'The automation. The secret of its webhook is shown only once.',
			},
		],
		async handle({ c, env, db, body, granted, now }) {
			const { actor, project } = granted
			requireValid(body, now)
			await requireUsableModel(env, db, granted, body.model)
			const id = newId('aut', now)
			const { trigger } = body
			const secret = trigger.kind === 'webhook' ? mintHookSecret() : null
			const row: AutomationRow = {
				...body,
				id,
				projectId: project.id,
				createdBy: actor.userId,
				createdAt: now,
				updatedAt: now,
				condition: body.condition || null,
				conversationId: null,
				secret:
					trigger.kind === 'webhook' && secret !== null
						? await keepSecret(secret, trigger.proof, id, env)
						: null,
			}
			if (!(await withSchedule(env, row, () => insertAutomation(db, row)))) {
				throw new HttpProblem(
					'conflict',
					`A project can have at most ${MAX_AUTOMATIONS} automations.`,
					{ detail: 'Delete those that are no longer needed.' },
				)
			}
			await recordAutomation(db, null, row, actor, now)
			const made = { ...describeAutomation(row, actor.name, viewOf(c, now), 0), secret }
			return json(made satisfies CreatedAutomation, 201)
		},
	}),
	route({
		method: 'get',
		path: '/api/projects/:projectId/automations/:automationId',
		operationId: 'getAutomation',
		summary: 'Read an automation',
		access: MANAGES,
		answers: [{ status: 200, schema: Automation, description: 'Without its secret.' }],
		async handle({ c, db, granted, now, param }) {
			const key = { projectId: granted.project.id, id: param('automationId') }
			const row = await requireAutomation(db, key)
			return json(await described(c, db, row, now))
		},
	}),
	route({
		method: 'patch',
		path: '/api/projects/:projectId/automations/:automationId',
		operationId: 'updateAutomation',
		summary: 'Change an automation, or switch it on or off',
		access: MANAGES,
		body: UpdateAutomation,
		answers: [{ status: 200, schema: Automation, description: 'The changed automation.' }],
		async handle({ c, env, db, body, granted, now, param }) {
			requireValid(body as Partial<AutomationRow>, now)
			const key = { projectId: granted.project.id, id: param('automationId') }
			const before = await requireAutomation(db, key)
			if (body.model !== before.model) {
				await requireUsableModel(env, db, granted, body.model, before)
			}
			requireSameKind(before.trigger, body.trigger)
			const given = Object.fromEntries(
				Object.entries(body).filter(([, value]) => value !== undefined),
			)
			const condition = body.condition === '' ? { condition: null } : {}
			const row = await withSchedule(env, before, () =>
				updateAutomation(db, key, { ...given, ...condition }, now),
			)
			if (!row) throw notFound('automation')
			await recordAutomation(db, before, row, granted.actor, now)
			return json(await described(c, db, row, now))
		},
	}),
	route({
		method: 'delete',
		path: '/api/projects/:projectId/automations/:automationId',
		operationId: 'deleteAutomation',
		summary: 'Delete an automation with its delivery log',
		access: MANAGES,
		answers: [
			{
				status: 204,
				description:
					'Deliveries that wait begin no run. Its conversations stay, and active runs continue.',
			},
		],
		async handle({ db, env, granted, now, param }) {
			const key = { projectId: granted.project.id, id: param('automationId') }
			const before = await requireAutomation(db, key)
			const row = await withSchedule(env, before, () => deleteAutomation(db, key))
			if (!row) throw notFound('automation')
			await recordAutomation(db, row, null, granted.actor, now)
			return noContent()
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/automations/:automationId/secret',
		operationId: 'replaceAutomationSecret',
		summary: "Replace the secret of an automation's webhook",
		access: MANAGES,
		answers: [
			{
				status: 200,
				schema: NewSecret,
				description: 'The new secret, shown only once. The old one ends at once.',
			},
		],
		async handle({ env, db, granted, now, param }) {
			const key = { projectId: granted.project.id, id: param('automationId') }
			const { id, trigger } = await requireAutomation(db, key)
			if (trigger.kind !== 'webhook') {
				throw new HttpProblem('conflict', 'This automation has no webhook.', {
					detail: 'Only an automation with a webhook has a secret.',
				})
			}
			const secret = mintHookSecret()
			const kept = await keepSecret(secret, trigger.proof, id, env)
			if (!(await updateAutomation(db, key, { secret: kept }, now))) throw notFound('automation')
			return json({ secret } satisfies NewSecret)
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/automations/:automationId/test',
		operationId: 'testAutomation',
		summary: 'Try an automation with a sample payload, with or without a run',
		access: MANAGES,
		body: TestAutomation,
		answers: [
			{
				status: 200,
				schema: AutomationTested,
				description: 'The effect that a delivery like this would have.',
			},
		],
		async handle({ c, env, db, body, granted, now, param }) {
			const { project, actor } = granted
			const row = await requireAutomation(db, { projectId: project.id, id: param('automationId') })
			if (body.run && body.draft) {
				throw new HttpProblem('invalid_request', 'A run begins only with what is saved.', {
					detail: 'Save the draft first, or try it without a run.',
					issues: [{ path: '/draft', message: 'Leave it out to begin a run.' }],
				})
			}
			const sample = { payload: body.payload, event: body.event }
			const prompt = understood(() => promptFor(body.draft ?? row, sample))
			const tried = { met: prompt !== null, prompt, deliveryId: null }
			if (!body.run) return json(tried satisfies AutomationTested)
			const id = newId('dlv', now)
			const payload = JSON.stringify(body.payload)
			const { deliveryId } = await accept(env, project.id, {
				id,
				automationId: row.id,
				deliveryId: id,
				receivedAt: now,
				source: 'button',
				replayOf: null,
				askedBy: actor.userId,
				address: clientAddress(c.req.raw),
				headers: {},
				event: body.event,
				payload,
				payloadBytes: new TextEncoder().encode(payload).byteLength,
				...UNSCHEDULED,
			})
			return json({ ...tried, deliveryId } satisfies AutomationTested)
		},
	}),
]
