/** The rows that one turn of 2,000 deltas writes, by length of history. Prints a line `ROWS {json}`. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { Conversation } from '../../worker/src/conversations/conversation.ts'
import type { Env } from '../../worker/src/env.ts'
import { streamRequest } from '../../worker/src/ports/stream.ts'
import { meterStorage, type StorageCount } from './meters.ts'

const { CONVERSATION } = env as unknown as Env

const READER = { actor: { kind: 'system' }, role: null } as const
/** Messages before the measured turn; half are the user's. */
const HISTORIES = [10, 1_000, 5_000]

function fill(sql: SqlStorage, count: number): void {
	for (let i = 0; i < count; i++) {
		const role = i % 2 === 0 ? 'user' : 'assistant'
		const parts = [{ type: 'text', text: `Message ${i} of an earlier turn.` }]
		sql.exec(
			'INSERT INTO message (id, role, ui, model, run_id, created_at) VALUES (?, ?, ?, ?, ?, ?)',
			`old${i}`,
			role,
			JSON.stringify({ id: `old${i}`, role, parts }),
			JSON.stringify([{ role, parts }]),
			'run_old',
			i,
		)
	}
}

async function turn(history: number): Promise<StorageCount> {
	const name = `cnv_rows${history}`
	const stub = CONVERSATION.getByName(name) as unknown as DurableObjectStub<Conversation>
	await stub.open({ conversationId: name, projectId: 'prj_rows' })
	await runInDurableObject(stub, (_, { storage }) => fill(storage.sql, history))
	const meter = await meterStorage(stub)
	return runInDurableObject(stub, async (instance: Conversation, { storage }) => {
		const post = (id: string) =>
			instance.postMessage(
				{
					message: { id, role: 'user', parts: [{ type: 'text', text: 'go' }] },
					model: 'anthropic/claude-bench',
				},
				{ kind: 'session', id: 'usr_bench', userId: 'usr_bench', name: 'Bench' },
			)
		const finished = async () => {
			const response = await instance.fetch(streamRequest({}, READER))
			await response.text()
			// The projection to D1 ends a moment after the stream.
			for (let i = 0; i < 200; i++) {
				if (storage.sql.exec('SELECT 1 FROM outbox').toArray().length === 0) return
				await new Promise((resolve) => setTimeout(resolve, 10))
			}
		}
		// The second turn includes clearing the first: measure the second.
		await post('first')
		await finished()
		meter.reset()
		await post('second')
		await finished()
		return meter.count()
	})
}

it('counts the rows of a turn of 2,000 deltas', async () => {
	const result: Record<string, StorageCount> = {}
	for (const history of HISTORIES) result[history] = await turn(history)
	console.log(`ROWS ${JSON.stringify(result)}`)
	expect(Object.keys(result)).toHaveLength(HISTORIES.length)
})
