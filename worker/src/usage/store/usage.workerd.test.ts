/** Usage is summed once, however often it is reported, and read without reading every row. */
import { env } from 'cloudflare:workers'
import type { ModelCall } from '@fairlead/protocol/models/usage'
import { drizzle } from 'drizzle-orm/d1'
import { expect, test } from 'vitest'
import { database } from '../../db/client.ts'
import { conversationUsage } from './conversation-usage.ts'
import { recordUsage, summarizeUsage } from './usage.ts'
import { usageByDay } from './usage-by-day.ts'

const db = drizzle(env.DB)
const TOKENS = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 2, cacheWriteTokens: 1 }
let count = 0

const run = (projectId: string, createdAt: number, costUsd: number | null = 0.5) => ({
	runId: `run_${projectId}_${createdAt}`,
	projectId,
	userId: 'usr',
	model: 'anthropic/claude',
	...TOKENS,
	costUsd,
	createdAt,
})

/** A user who is a member of these projects. */
async function member(
	projects: readonly string[],
	role: 'owner' | 'editor' = 'owner',
): Promise<string> {
	const userId = `usr_usage${count++}`
	const insert = "INSERT INTO users (id, name, role, created_at) VALUES (?, ?, 'member', 0)"
	await env.DB.prepare(insert).bind(userId, userId).run()
	for (const id of projects) {
		await env.DB.prepare(
			"INSERT OR IGNORE INTO projects (id, name, created_at, updated_at) VALUES (?, 'p', 0, 0)",
		)
			.bind(id)
			.run()
		await env.DB.prepare(
			'INSERT INTO members (project_id, user_id, role, created_at) VALUES (?, ?, ?, 0)',
		)
			.bind(id, userId, role)
			.run()
	}
	return userId
}

test('a run reported twice counts once; other people’s runs do not count', async () => {
	const userId = await member(['prj_u1', 'prj_u2'])
	for (const row of [run('prj_u1', 1), run('prj_u1', 1), run('prj_u2', 2, null), run('prj_no', 3)])
		await db.batch(recordUsage(db, row))
	const summary = await summarizeUsage(db as never, userId)
	expect(summary).toMatchObject({ runs: 2, unpricedRuns: 1, costUsd: 0.5 })
	expect(summary.totals).toEqual({
		inputTokens: 20,
		outputTokens: 10,
		cacheReadTokens: 4,
		cacheWriteTokens: 2,
	})
	expect(summary.recent.map(({ projectId }) => projectId)).toEqual(['prj_u2', 'prj_u1'])
	expect(await summarizeUsage(db as never, 'usr_nobody')).toMatchObject({ runs: 0, recent: [] })
})

test('a member who is not an owner sees the sum and the runs of nobody but themselves', async () => {
	const owner = await member(['prj_shared'])
	const editor = await member(['prj_shared'], 'editor')
	for (const row of [
		{ ...run('prj_shared', 1), userId: owner, costUsd: 7 },
		{ ...run('prj_shared', 2), userId: editor },
		{ ...run('prj_shared', 3, null), userId: '' },
	])
		await db.batch(recordUsage(db, row))
	const seen = async (userId: string) => {
		const { runs, costUsd, recent } = await summarizeUsage(db as never, userId)
		return [runs, costUsd, recent.length]
	}
	expect(await seen(owner)).toEqual([3, 7.5, 3])
	expect(await seen(editor)).toEqual([1, 0.5, 1])
})

test('the usage of a conversation is the sum of its runs, and each run names its calls', async () => {
	const call = (costUsd: number | null): ModelCall => ({
		purpose: 'answer',
		outcome: 'finished',
		model: 'anthropic/claude',
		costUsd,
		usage: TOKENS,
		paidBy: 'person',
		at: 1,
	})
	const of = { conversationId: 'cnv_sum', reasoningTokens: 3 }
	for (const row of [
		{ ...run('prj_sum', 1), ...of, calls: [call(0.5)] },
		{ ...run('prj_sum', 2, null), ...of, estimatedTokens: 4, calls: [call(null)] },
		{ ...run('prj_sum', 3), ...of, conversationId: 'cnv_other' },
	])
		await db.batch(recordUsage(db, row))
	const all = await conversationUsage(database(env.DB), 'cnv_sum')
	expect(all.total).toMatchObject({ runs: 2, unpricedRuns: 1, costUsd: 0.5 })
	expect(all.total.usage).toMatchObject({ inputTokens: 20, reasoningTokens: 6, estimatedTokens: 4 })
	expect(all.runs.map(({ calls }) => calls?.map(({ costUsd }) => costUsd))).toEqual([[null], [0.5]])
	const one = await conversationUsage(database(env.DB), 'cnv_sum', 'run_prj_sum_1')
	expect(one.total).toEqual(all.total)
	expect(one.runs).toHaveLength(1)
	expect((await conversationUsage(database(env.DB), 'cnv_none')).total).toMatchObject({ runs: 0 })
})

test('the rows read do not grow with the usage', async () => {
	const userId = await member(['prj_long'])
	const read = async (): Promise<number> => {
		const before = rowsRead
		await summarizeUsage(counted as never, userId)
		return rowsRead - before
	}
	let rowsRead = 0
	const counted = drizzle(
		new Proxy(env.DB, {
			get(target, name) {
				if (name !== 'batch') return Reflect.get(target, name).bind(target)
				return async (statements: D1PreparedStatement[]) => {
					const results = await target.batch(statements)
					for (const { meta } of results) rowsRead += meta.rows_read
					return results
				}
			},
		}),
	)
	const fill = async (from: number, to: number): Promise<void> => {
		for (let at = from; at < to; at += 20)
			await db.batch(
				Array.from({ length: 20 }, (_, i) =>
					recordUsage(db, run('prj_long', at + i)),
				).flat() as never,
			)
	}
	await fill(0, 200)
	const few = await read()
	await fill(200, 1_200)
	const many = await read()
	expect((await summarizeUsage(db as never, userId)).runs).toBe(1_200)
	expect(few).toBeGreaterThan(50)
	expect(many).toBeLessThanOrEqual(few + 5)
})

test('usage by day says who used which model, in the range and the projects that were asked for', async () => {
	const userId = await member(['prj_d1', 'prj_d2'])
	const at = (day: string) => Date.parse(`${day}T12:00:00Z`)
	const rows = [
		run('prj_d1', at('2026-11-20')),
		{ ...run('prj_d1', at('2026-11-22')), userId },
		{ ...run('prj_d1', at('2026-11-22') + 1, null), userId },
		{ ...run('prj_d2', at('2026-11-22')), userId: '', authorKind: 'webhook' as const },
		run('prj_d1', at('2026-10-01')),
		run('prj_foreign', at('2026-11-22')),
	]
	for (const row of rows) await db.batch(recordUsage(db, row))
	const read = (projectId: string | null, days: number) =>
		usageByDay(database(env.DB), { userId, projectId, days }, at('2026-11-22'))
	const all = await read(null, 30)
	expect(all).toMatchObject({ from: '2026-10-24', to: '2026-11-22', more: false })
	expect(
		all.days.map(({ day, runs, costUsd, unpricedRuns }) => [day, runs, costUsd, unpricedRuns]),
	).toEqual([
		['2026-11-20', 1, 0.5, 0],
		['2026-11-22', 3, 1, 1],
	])
	expect(all.rows.map(({ day, projectId, by, runs }) => [day, projectId, by, runs])).toEqual([
		['2026-11-22', 'prj_d1', { kind: 'session', userId, name: userId }, 2],
		['2026-11-22', 'prj_d2', { kind: 'webhook', userId: null, name: null }, 1],
		['2026-11-20', 'prj_d1', { kind: 'session', userId: 'usr', name: null }, 1],
	])
	expect(all.rows[0]?.usage).toEqual({
		inputTokens: 20,
		outputTokens: 10,
		cacheReadTokens: 4,
		cacheWriteTokens: 2,
	})
	expect((await read('prj_d2', 30)).days).toMatchObject([{ day: '2026-11-22', runs: 1 }])
	expect((await read(null, 1)).days).toHaveLength(1)
	expect((await read('prj_foreign', 30)).days).toEqual([])
})
