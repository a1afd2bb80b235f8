/** The call for a title, which joins the usage of its run: counted once, and the sums stay the sums of the rows. */
import { env } from 'cloudflare:workers'
import type { ModelCall } from '@fairlead/protocol/models/usage'
import { drizzle } from 'drizzle-orm/d1'
import { expect, test } from 'vitest'
import { addCall, hasUsage } from './late-call.ts'
import { recordUsage } from './usage.ts'

const db = drizzle(env.DB)
const TOKENS = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 2, cacheWriteTokens: 1 }

function call(costUsd: number | null, more: Partial<ModelCall> = {}): ModelCall {
	return {
		purpose: 'title',
		outcome: 'finished',
		model: 'anthropic/cheap',
		usage: { ...TOKENS, estimatedTokens: 15 },
		costUsd,
		paidBy: 'server',
		at: 9,
		...more,
	}
}

const ended = (projectId: string, costUsd: number | null, calls: readonly ModelCall[] | null) => ({
	runId: `run_${projectId}`,
	projectId,
	userId: 'usr_late',
	model: 'anthropic/claude',
	...TOKENS,
	costUsd,
	calls,
	createdAt: 5,
})

const read = async (table: 'usage' | 'usage_totals', projectId: string) =>
	env.DB.prepare(`SELECT * FROM ${table} WHERE project_id = ?`)
		.bind(projectId)
		.first<Record<string, unknown>>()

test.each<[string, number | null, number | null, number | null]>([
	['both have prices', 0.5, 0.25, 0.75],
	['the price of the title is not known', 0.5, null, null],
	['the price of the run is not known', null, 0.25, null],
])('%s: the row, its calls and the sums grow by the call, once', async (name, run, title, both) => {
	const projectId = name.replaceAll(' ', '_')
	const row = ended(projectId, run, [call(run, { purpose: 'answer', usage: TOKENS })])
	expect(await hasUsage(db, row.runId)).toBe(false)
	await db.batch(recordUsage(db, row))
	expect(await hasUsage(db, row.runId)).toBe(true)
	for (let again = 0; again < 2; again++) {
		await db.batch(addCall(db, row.runId, call(title, { at: 9 + again })))
		// The end of the run may arrive again as well.
		await db.batch(recordUsage(db, row))
	}
	const tokens = { input_tokens: 20, output_tokens: 10, cache_read_tokens: 4 }
	const stored = await read('usage', projectId)
	expect(stored).toMatchObject({ ...tokens, estimated_tokens: 15, cost_usd: both })
	const calls = JSON.parse(String(stored?.['calls'])) as ModelCall[]
	expect(calls.map(({ purpose }) => purpose)).toEqual(['answer', 'title'])
	expect(calls[1]).toEqual(call(title))
	expect(await read('usage_totals', projectId)).toMatchObject({
		...tokens,
		estimated_tokens: 15,
		cost_usd: both ?? 0,
		runs: 1,
		priced_runs: both === null ? 0 : 1,
	})
})

test('a limit that has begun to count tokens counts those of the title', async () => {
	const insert = "INSERT INTO quota_use (subject, period, runs, tokens) VALUES (?, 'all', 0, 0)"
	for (const subject of ['limited', 'usr_late', 'another'])
		await env.DB.prepare(insert).bind(subject).run()
	const row = ended('limited', 0.5, [])
	await db.batch(recordUsage(db, row))
	await db.batch(addCall(db, row.runId, call(0.25)))
	await db.batch(addCall(db, row.runId, call(0.25)))
	const { results } = await env.DB.prepare(
		"SELECT subject, tokens FROM quota_use WHERE subject IN ('limited', 'usr_late', 'another') ORDER BY subject",
	).all()
	expect(results).toEqual([
		{ subject: 'another', tokens: 0 },
		{ subject: 'limited', tokens: 30 },
		{ subject: 'usr_late', tokens: 30 },
	])
})
