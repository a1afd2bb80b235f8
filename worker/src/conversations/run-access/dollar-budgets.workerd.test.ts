/** Budgets in dollars in D1: what counts, for whom, since when; warnings given once; routes, and runs that may not begin. */
import { env } from 'cloudflare:workers'
import { BudgetStanding, Budgets } from '@fairlead/protocol/models/dollar-budgets'
import type { Author } from '@fairlead/protocol/people/author'
import { expect, test } from 'vitest'
import { api, useApi } from '../../../test/api-kit.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { database } from '../../db/client.ts'
import { newId } from '../../ids.ts'
import { storeModelKey } from '../../models/model-keys.ts'
import { budgetsOf, countRun, setDollarBudget } from '../../usage/store/dollar-budgets.ts'
import { addCall } from '../../usage/store/late-call.ts'
import { recordUsage } from '../../usage/store/usage.ts'
import { countedBudgets, stopBefore } from './dollar-budgets.ts'

useApi()

const db = database(env.DB)
const MODEL = 'anthropic/claude-sonnet-5'
const NOW = Date.parse('2026-11-26T10:00:00Z')
const HOUR_MS = 3_600_000
const TOKENS = { inputTokens: 1, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

const call = (costUsd: number | null, purpose: 'answer' | 'title' = 'answer') => ({
	...({
		purpose,
		outcome: 'finished',
		model: MODEL,
		usage: TOKENS,
		paidBy: 'person',
		at: NOW,
	} as const),
	costUsd,
})

/** A run that has ended, with these model calls. */
async function ended(
	userId: string,
	costs: readonly (number | null)[],
	over: { createdAt?: number; projectId?: string; runId?: string } = {},
) {
	const { createdAt = NOW, projectId = api.projectId, runId = newId('run') } = over
	const known = costs.filter((cost) => cost !== null)
	const costUsd = known.length < costs.length ? null : known.reduce((sum, usd) => sum + usd, 0)
	const row = {
		runId,
		projectId,
		conversationId: null,
		userId,
		model: MODEL,
		createdAt,
		costUsd,
		...TOKENS,
		calls: costs.map((cost) => call(cost)),
	}
	await db.batch(recordUsage(db, row))
	return runId
}

const under = (userId: string | null, runId: string, usd: number, over: object = {}) => ({
	projectId: api.projectId,
	userId,
	runId,
	countedBy: runId,
	own: { usd, unpricedCalls: 0 },
	...over,
})
const spentOf = async (userId: string, now = NOW) =>
	(await budgetsOf(db, { projectId: api.projectId, userId }, now)).figures.map((one) =>
		[one.of, one.window, Number(one.spentUsd.toFixed(4))].join(' '),
	)
const BOTH = { usdPerDay: 10, usdPerMonth: 100, unknownStops: false }

test('a person’s budget counts their ended runs in every project, from midnight and the first of the month in UTC', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	const other = await newMember(api.projectId, 'editor')
	await setDollarBudget(db, userId, BOTH)
	await ended(userId, [1, null, 0.5])
	await ended(userId, [2], { projectId: newId('prj') })
	await ended(userId, [4], { createdAt: Date.parse('2026-11-25T23:59:59Z') })
	await ended(userId, [8], { createdAt: Date.parse('2026-10-31T23:59:59Z') })
	await ended(other.userId, [16])
	expect(await spentOf(userId)).toEqual(['person day 3.5', 'person month 7.5'])
})

test('a run under way counts as far as it told, until its usage takes its place', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	await setDollarBudget(db, userId, BOTH)
	const run = newId('run')
	await countRun(db, under(userId, run, 1), true, NOW)
	await countRun(db, under(userId, run, 3), true, NOW)
	// Another run counts it; a sub-agent counts until its run holds it.
	const agent = under(userId, `${run}-agent`, 0.25, { countedBy: run })
	expect((await countRun(db, agent, false, NOW)).figures[0]?.spentUsd).toBe(3.25)
	await countRun(db, under(userId, run, 3.25), true, NOW)
	expect(await spentOf(userId)).toEqual(['person day 3.25', 'person month 3.25'])
	await ended(userId, [3.5], { runId: run })
	expect(await spentOf(userId)).toEqual(['person day 3.5', 'person month 3.5'])
	// Spending that it told late does not come back.
	await countRun(db, agent, false, NOW)
	await countRun(db, under(userId, run, 3), true, NOW)
	expect(await spentOf(userId)).toEqual(['person day 3.5', 'person month 3.5'])
	await db.batch(addCall(db, run, call(0.5, 'title')))
	expect(await spentOf(userId)).toEqual(['person day 4', 'person month 4'])
})

test('a project’s budget counts everybody’s runs, also those of nobody, and the person’s own beside it', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	await setDollarBudget(db, api.projectId, { ...BOTH, usdPerMonth: null })
	await setDollarBudget(db, userId, { ...BOTH, usdPerDay: null })
	const before = await spentOf(userId)
	await ended('', [1])
	await ended(userId, [2])
	const numbers = (all: string[]) => all.map((one) => Number(one.split(' ')[2]))
	const [month = 0, day = 0] = numbers(before)
	expect(await spentOf(userId)).toEqual([`person month ${month + 2}`, `project day ${day + 3}`])
	await setDollarBudget(db, api.projectId, { ...BOTH, usdPerDay: null, usdPerMonth: null })
})

test('one of several runs at the same moment is warned in each day and each month, and again once the budget was changed', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	await setDollarBudget(db, userId, { ...BOTH, usdPerMonth: 20 })
	const runs = Array.from({ length: 6 }, () => newId('run'))
	await ended(userId, [8])
	const warned = async (now: number, of = runs) =>
		(await Promise.all(of.map((run) => countRun(db, under(userId, run, 0), true, now)))).flatMap(
			({ figures }, n) =>
				figures.flatMap(({ warns, window }) => (warns ? [`${of[n]} ${window}`] : [])),
		)
	const first = await warned(NOW)
	expect(first).toHaveLength(1)
	expect(first[0]).toMatch(/ day$/)
	// The same run shows it again after an eviction; no other does.
	expect(await warned(NOW + HOUR_MS)).toEqual(first)
	await ended(userId, [8])
	const [ofMonth, ...more] = (await warned(NOW)).filter((one) => one.endsWith('month'))
	expect([ofMonth, more]).toEqual([expect.any(String), []])
	await setDollarBudget(db, userId, { ...BOTH, usdPerDay: 18, usdPerMonth: 20 })
	expect(await warned(NOW)).toHaveLength(2)
	// A sub-agent shows it to nobody.
	await setDollarBudget(db, userId, { ...BOTH, usdPerMonth: null })
	const quiet = await countRun(db, under(userId, newId('run'), 0), false, NOW)
	expect(quiet.figures.map(({ warns }) => warns)).toEqual([false])
	expect(await warned(NOW)).toHaveLength(1)
})

test('nothing is stored of a run under way without a budget', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	const run = newId('run')
	expect(await countRun(db, under(userId, run, 1), true, NOW)).toEqual({
		figures: [],
		unknownStops: [],
	})
	const stored = env.DB.prepare('select 1 from running_spend where run_id = ?').bind(run)
	expect(await stored.first()).toBeNull()
})

const by = (userId: string): Author => ({ kind: 'session', id: userId, userId, name: 'Mate' })

test('a run does not begin when a budget is spent; one with a free model does, and so does one without an answer of D1', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	await setDollarBudget(db, userId, { ...BOTH, usdPerDay: 1 })
	const stop = (name = MODEL, on = env) => stopBefore(on, by(userId), api.projectId, { name })
	expect(await stop()).toBeNull()
	await ended(userId, [1], { createdAt: Date.now() })
	expect(await stop()).toMatchObject({ code: 'budget_exceeded', of: 'person', window: 'day' })
	expect(await stop('demo/planner')).toBeNull()
	const down = { ...env, DB: { batch: () => Promise.reject(new Error('down')) } as never }
	expect(await stop(MODEL, down)).toBeNull()
	await setDollarBudget(db, userId, { ...BOTH, unknownStops: true })
	expect(await stop('x/unlisted')).toMatchObject({ code: 'budget_no_price', of: 'person' })
	expect(await stop()).toBeNull()
	const identity = { conversationId: 'cnv_1', projectId: api.projectId }
	const hung = {
		...env,
		DB: new Proxy(env.DB, {
			get: (d1, name) => {
				if (name === 'batch') return () => new Promise(() => undefined)
				const value = Reflect.get(d1, name)
				return typeof value === 'function' ? value.bind(d1) : value
			},
		}),
	}
	const asked = countedBudgets(
		hung,
		identity,
		{ id: 'run_1', author: by(userId) },
		{ usd: 0, unpricedCalls: 0 },
	)
	await expect(asked).rejects.toThrow('D1 does not answer')
})

test('sub-agents count for the run that started them', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	await setDollarBudget(db, userId, BOTH)
	const conversationId = 'cnv_1/agents/run_parent1.2.0'
	const agent = { id: 'run_agent1', author: by(userId) }
	await countedBudgets(env, { conversationId, projectId: api.projectId }, agent, {
		usd: 2,
		unpricedCalls: 0,
	})
	expect(await spentOf(userId, Date.now())).toEqual(['person day 2', 'person month 2'])
	await ended(userId, [2], { runId: 'run_parent1', createdAt: Date.now() })
	expect(await spentOf(userId, Date.now())).toEqual(['person day 2', 'person month 2'])
})

test('routes: a person sets their own, an owner the project’s; others neither see nor set it', async () => {
	const mate = await newMember(api.projectId, 'editor')
	const budget = { usdPerDay: 5, usdPerMonth: null, unknownStops: true }
	const mine = await mate.client.call('PUT', '/api/usage/budget', budget)
	expect(BudgetStanding.parse(await mine.json())).toMatchObject({ budget, day: { spentUsd: 0 } })
	await ended(mate.userId, [4.5, null], { createdAt: Date.now() })
	const path = `/api/usage/budgets?project=${api.projectId}`
	const seen = Budgets.parse(await (await mate.client.call('GET', path)).json())
	expect(seen.project).toBeNull()
	expect(seen.person).toMatchObject({ budget, day: { spentUsd: 4.5, unpricedCalls: 1 } })
	const ofProject = `/api/projects/${api.projectId}/budget`
	expect((await mate.client.call('PUT', ofProject, budget)).status).toBe(403)
	expect((await api.owner.call('PUT', ofProject, budget)).status).toBe(200)
	const owned = Budgets.parse(await (await api.owner.call('GET', path)).json())
	expect(owned.project).toMatchObject({ budget, day: { unpricedCalls: expect.any(Number) } })
	expect((await api.owner.call('PUT', ofProject, { ...budget, usdPerDay: 0 })).status).toBe(400)
	const none = { usdPerDay: null, usdPerMonth: null, unknownStops: false }
	expect((await api.owner.call('PUT', ofProject, none)).status).toBe(200)
	const kept = env.DB.prepare('select 1 from dollar_budgets where subject = ?').bind(api.projectId)
	expect(await kept.first()).toBeNull()
})

test('a message is refused with what to do next', async () => {
	const mate = await newMember(api.projectId, 'editor')
	await setDollarBudget(db, mate.userId, { ...BOTH, usdPerDay: 1 })
	await ended(mate.userId, [1], { createdAt: Date.now() })
	const made = await mate.client.call('POST', `/api/projects/${api.projectId}/conversations`, {})
	const { id } = (await made.json()) as { id: string }
	const said = { id: newId('msg'), role: 'user', parts: [{ type: 'text', text: 'hello' }] }
	const body = { message: said, model: MODEL }
	await storeModelKey(env, db, { userId: mate.userId, provider: 'anthropic' }, 'sk-own', 1)
	const refused = await mate.client.call('POST', `/api/conversations/${id}/messages`, body)
	expect(refused.status).toBe(429)
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
	expect(await refused.json()).toMatchObject({
		code: 'budget_exceeded',
		title: 'The runs have spent your budget for today.',
		detail: expect.stringContaining('Raise it under Usage, or wait: it begins anew on'),
	})

	// Its answer was lost, and what it began may have spent the budget.
	const known = { ...said, id: newId('msg') }
	const path = `/api/conversations/${id}/messages`
	const accepted = await mate.client.call('POST', path, { message: known, model: 'demo/planner' })
	await accepted.text()
	const again = await mate.client.call('POST', path, { ...body, message: known })
	expect([accepted.status, again.status]).toEqual([200, 200])
	await again.text()
})
