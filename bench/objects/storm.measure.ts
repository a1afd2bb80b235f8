/**
 * A webhook storm, and a thousand schedules that are due at once. Prints lines `STORM {json}` and `SCHEDULES {json}`.
 * Lost and repeated runs are counted, not timed: the figures of a bench that lost something would mean nothing.
 */
import { runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import {
	type Made,
	newAutomation,
	standardHeaders,
} from '../../worker/test/automations/automation-kit.ts'
import { Client, ORIGIN } from '../../worker/test/double/harness.ts'
import { median, percentile } from '../stats.ts'

/** A binding of this bench's own configuration. */
const QUICK = (env as { readonly QUICK?: string }).QUICK === '1'
const DELIVERIES = QUICK ? 100 : 5_000
const STORM_MS = QUICK ? 2_000 : 60_000
const EVICTIONS = QUICK ? 3 : 10
/** The platform takes 1,200 requests a minute for one automation. */
const HOOKS = 5
const PROJECTS = QUICK ? 2 : 10
/** In each project. */
const SCHEDULES = QUICK ? 20 : 100
const DRAIN_MS = 9 * 60_000
const PATIENCE_MS = 12 * 60_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
/** Without the tests' comparison with the OpenAPI document, which would be measured too. */
const ask = (path: string, init: RequestInit): Promise<Response> =>
	exports.default.fetch(new Request(`${ORIGIN}${path}`, init))

async function count(query: string, ...values: unknown[]): Promise<number> {
	const row = await env.DB.prepare(query)
		.bind(...values)
		.first<{ n: number }>()
	return row?.n ?? 0
}

/** Milliseconds of one question and its whole answer, by the demo model. */
async function chat(owner: Client, conversationId: string): Promise<number> {
	const start = performance.now()
	const message = {
		id: crypto.randomUUID(),
		role: 'user',
		parts: [{ type: 'text', text: 'hello' }],
	}
	const answer = await ask(`/api/conversations/${conversationId}/messages`, {
		method: 'POST',
		headers: { cookie: owner.cookie, origin: ORIGIN, 'content-type': 'application/json' },
		body: JSON.stringify({ message }),
	})
	await answer.text()
	expect(answer.status).toBe(200)
	return performance.now() - start
}

it(
	'a storm',
	async () => {
		const owner = await Client.signIn()
		const { id: projectId } = await owner.newProject()
		const made: Made[] = []
		for (let i = 0; i < HOOKS; i++) made.push(await newAutomation(owner, projectId))
		const created = await owner.call('POST', `/api/projects/${projectId}/conversations`, {})
		const { id: talk } = (await created.json()) as { id: string }
		const calm: number[] = []
		for (let i = 0; i < 20; i++) calm.push(await chat(owner, talk))

		const unique = DELIVERIES / 2
		const taken: number[] = []
		let retries = 0
		const send = async (n: number): Promise<void> => {
			const hook = made[n % HOOKS]
			if (!hook) return
			const body = JSON.stringify({ name: `N${n}` })
			const headers = standardHeaders(hook.secret, `storm_${n}`, body)
			for (;;) {
				const start = performance.now()
				// An object that has just been ended answers with an error; senders try again.
				const status = await ask(`/hooks/${hook.id}`, { method: 'POST', headers, body })
					.then((answer) => answer.status)
					.catch(() => 0)
				if (status === 202) {
					taken.push(performance.now() - start)
					return
				}
				retries++
				await pause(500)
			}
		}
		let stormy = true
		const evicting = (async () => {
			for (let i = 0; i < EVICTIONS; i++) {
				await pause(STORM_MS / (EVICTIONS + 1))
				await runInDurableObject(env.AUTOMATIONS.getByName(projectId), (_, state) => {
					state.abort('evicted by the bench')
				}).catch(() => undefined)
			}
		})()
		const during: number[] = []
		const chatting = (async () => {
			while (stormy) {
				during.push(await chat(owner, talk))
				await pause(500)
			}
		})()
		const begin = performance.now()
		const sending: Promise<void>[] = []
		for (let i = 0; i < DELIVERIES; i++) {
			const due = begin + (i * STORM_MS) / DELIVERIES
			if (due > performance.now()) await pause(due - performance.now())
			// The second half repeats the first one, a little later.
			sending.push(send(i % 2 === 0 ? i / 2 : (i - 1) / 2))
		}
		await Promise.all(sending)
		const sentMs = performance.now() - begin
		await evicting
		stormy = false
		await chatting
		const logged = () =>
			count(
				'select count(*) as n from deliveries join automations on automations.id = automation_id where project_id = ? and verdict is not null',
				projectId,
			)
		const until = performance.now() + DRAIN_MS
		while ((await logged()) < unique && performance.now() < until) await pause(250)
		const drainedMs = performance.now() - begin
		const runs = await count("select count(*) as n from runs where author_kind = 'webhook'")
		const conversations = await count(
			"select count(distinct conversation_id) as n from runs where author_kind = 'webhook'",
		)
		const begun = await count("select count(*) as n from deliveries where verdict = 'begun'")
		console.log(
			`STORM ${JSON.stringify({
				deliveries: DELIVERIES,
				unique,
				evictions: EVICTIONS,
				retries,
				logged: await logged(),
				begun,
				runs,
				conversations,
				sentMs,
				drainedMs,
				taken: { p50: median(taken), p99: percentile(taken, 0.99) },
				calm: { p50: median(calm), p99: percentile(calm, 0.99) },
				during: { p50: median(during), p99: percentile(during, 0.99), count: during.length },
			})}`,
		)
	},
	PATIENCE_MS,
)

it(
	'schedules that are due at once',
	async () => {
		const owner = await Client.signIn()
		const projects: string[] = []
		const trigger = { kind: 'schedule', cron: '0 0 1 1 *', timeZone: 'UTC' } as const
		for (let p = 0; p < PROJECTS; p++) {
			const { id } = await owner.newProject()
			projects.push(id)
			for (let i = 0; i < SCHEDULES; i++) await newAutomation(owner, id, { trigger })
		}
		const due = Date.now() + 2_000
		for (const id of projects) {
			await runInDurableObject(env.AUTOMATIONS.getByName(id), async (_, { storage }) => {
				storage.sql.exec('UPDATE schedule SET due_at = ?, look_at = ?', due, due)
				await storage.setAlarm(due)
			})
		}
		const total = PROJECTS * SCHEDULES
		const begun = () => count("select count(*) as n from runs where author_kind = 'schedule'")
		const until = performance.now() + DRAIN_MS
		while ((await begun()) < total && performance.now() < until) await pause(250)
		const { results } = await env.DB.prepare(
			"select started_at as at from runs where author_kind = 'schedule'",
		).all<{ at: number }>()
		const late = results.map(({ at }) => at - due)
		const automations = await count(
			"select count(distinct author_id) as n from runs where author_kind = 'schedule'",
		)
		console.log(
			`SCHEDULES ${JSON.stringify({
				schedules: total,
				projects: PROJECTS,
				begun: results.length,
				automations,
				lateMs: { p50: median(late), p99: percentile(late, 0.99), max: Math.max(...late) },
			})}`,
		)
	},
	PATIENCE_MS,
)
