/** Runs, limits and pages have the same numbers; with the real objects. */
import { env } from 'cloudflare:workers'
import { UsageByDay } from '@fairlead/protocol/models/usage'
import { expect, test } from 'vitest'
import { type Client, ORIGIN, roomWith, until } from '../../test/double/harness.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { database } from '../db/client.ts'
import { createApp } from '../http/app.ts'
import { setQuota } from '../usage/store/allowances.ts'

const db = database(env.DB)

async function newConversation(client: Client, projectId: string): Promise<string> {
	const made = await client.call('POST', `/api/projects/${projectId}/conversations`, {})
	return ((await made.json()) as { id: string }).id
}

const message = (id: string) => ({
	message: { id, role: 'user', parts: [{ type: 'text', text: 'hello' }] },
})

test('usage by day and person, the counters of the limits, and the runs agree; each person sees their own', async () => {
	const { client: owner, projectId } = await roomWith([])
	const mates = [
		await newMember(projectId, 'editor'),
		await newMember(projectId, 'editor'),
	] as const
	await setQuota(db, projectId, { limits: { runs_per_month: 100, storage_mb: 100 } })
	for (const { userId } of mates) await setQuota(db, userId, { limits: { runs_per_month: 50 } })
	for (const [i, { client }] of mates.entries()) {
		const id = await newConversation(client, projectId)
		for (let run = 0; run <= i; run++) {
			const answer = await client.call(
				'POST',
				`/api/conversations/${id}/messages`,
				message(`m${run}`),
			)
			expect(await answer.text()).toContain('"type":"finish"')
			// The same message again is not another run.
			await client.call('POST', `/api/conversations/${id}/messages`, message(`m${run}`))
		}
	}
	type Sum = { who: string; runs: number; tokens: number }
	const recorded = await until(async () => {
		const { results } = await env.DB.prepare(
			`select user_id as who, count(*) as runs, sum(input_tokens + output_tokens) as tokens
			from usage where project_id = ? group by user_id`,
		)
			.bind(projectId)
			.all<Sum>()
		return results.reduce((sum, { runs }) => sum + runs, 0) === 3 ? results : undefined
	}, 'three runs to be recorded')
	const byPerson = new Map(recorded.map((row) => [row.who, row]))
	const read = async (client: Client, more = '') => {
		const answer = await client.call('GET', `/api/usage/days?project=${projectId}${more}`)
		return UsageByDay.parse(await answer.json())
	}
	const tokensOf = ({ usage }: UsageByDay['days'][number]) => usage.inputTokens + usage.outputTokens
	const total = (sums: readonly Sum[], of: 'runs' | 'tokens') =>
		sums.reduce((sum, row) => sum + row[of], 0)

	const all = await read(owner)
	expect(all.days.map(({ runs }) => runs)).toEqual([3])
	expect(all.days.map(tokensOf)).toEqual([total(recorded, 'tokens')])
	for (const [i, { client, userId }] of mates.entries()) {
		const mine = byPerson.get(userId)
		expect(mine?.runs).toBe(i + 1)
		expect(all.rows.find(({ by }) => by.userId === userId)?.runs).toBe(i + 1)
		const own = await read(client)
		expect(own.days.map(({ runs }) => runs)).toEqual([i + 1])
		expect(new Set(own.rows.map(({ by }) => by.userId))).toEqual(new Set([userId]))
		expect((await read(owner, `&person=${userId}`)).days.map(tokensOf)).toEqual([mine?.tokens])
		const counter = await env.DB.prepare(
			'select runs, tokens from quota_use where subject = ? and length(period) = 7',
		)
			.bind(userId)
			.first()
		expect(counter).toEqual({ runs: mine?.runs, tokens: mine?.tokens })
	}
	// Only an owner sees what another used.
	const [{ client }, { userId: other }] = mates
	expect((await read(client, `&person=${other}`)).days).toEqual([])
	expect((await read(owner, '&model=no/such')).days).toEqual([])
	const counter = await env.DB.prepare('select runs, tokens from quota_use where subject = ?')
		.bind(projectId)
		.first()
	expect(counter).toEqual({ runs: 3, tokens: total(recorded, 'tokens') })
	const sizes = await env.DB.prepare('select bytes from conversation_sizes where project_id = ?')
		.bind(projectId)
		.all<{ bytes: number }>()
	expect(sizes.results).toHaveLength(2)
	for (const { bytes } of sizes.results) expect(bytes).toBeGreaterThan(10_000)
})

test('a posted message costs three D1 statements before its run; one more where a limit counts it', async () => {
	const { projectId } = await roomWith([])
	const mate = await newMember(projectId, 'editor')
	const id = await newConversation(mate.client, projectId)
	const app = createApp()
	const cost = async (messageId: string): Promise<number> => {
		let statements = 0
		const counted = new Proxy(env.DB, {
			get(target, name) {
				if (name === 'prepare') statements++
				return Reflect.get(target, name).bind(target)
			},
		})
		const answer = await app.request(
			`${ORIGIN}/api/conversations/${id}/messages`,
			{
				method: 'POST',
				headers: {
					cookie: mate.client.cookie,
					origin: ORIGIN,
					'content-type': 'application/json',
				},
				body: JSON.stringify(message(messageId)),
			},
			{ ...env, DB: counted },
		)
		expect(await answer.text()).toContain('"type":"finish"')
		return statements
	}
	// The session with its person, the conversation with its project, the place of the stream; and, as this server has no
	// key for a model, the keys of the person.
	expect(await cost('m1')).toBe(4)
	await setQuota(db, mate.userId, {
		limits: { runs_per_day: 9, model_tokens_per_month: 10_000_000 },
	})
	// The first of a period also deletes the counters of long ago.
	expect(await cost('m2')).toBe(6)
	expect(await cost('m3')).toBe(5)
	await setQuota(db, projectId, { limits: { runs_per_month: 9 } })
	await cost('m4')
	expect(await cost('m5')).toBe(5)
})
