/** A message of 10,000 chunks, read again after its object was evicted. Prints a line `REPLAY {json}`. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { Conversation } from '../../worker/src/conversations/conversation.ts'
import type { Env } from '../../worker/src/env.ts'
import { streamRequest } from '../../worker/src/ports/stream.ts'
import { meterStorage } from './meters.ts'

const { CONVERSATION } = env as unknown as Env
const READER = { actor: { kind: 'system' }, role: null } as const
const CHUNKS = 10_000

it('counts what a replay reads', async () => {
	const name = 'cnv_replay'
	const stub = CONVERSATION.getByName(name) as unknown as DurableObjectStub<Conversation>
	await stub.open({ conversationId: name, projectId: 'prj_replay' })
	await stub.postMessage(
		{
			message: { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'go' }] },
			model: `anthropic/claude-bench-${CHUNKS}`,
		},
		{ kind: 'session', id: 'usr_bench', userId: 'usr_bench', name: 'Bench' },
	)
	const live = await (await stub.fetch(streamRequest({}, READER))).text()
	await evictDurableObject(stub)
	const blocks = await runInDurableObject(stub, (_, { storage }) =>
		storage.sql.exec('SELECT COUNT(*) AS n FROM chunk_block').one(),
	)
	const replayed = async (
		cursor: string,
	): Promise<{ bytes: number; rowsRead: number; text: string }> => {
		await evictDurableObject(stub)
		const meter = await meterStorage(stub)
		const text = await (await stub.fetch(streamRequest({ cursor }, READER))).text()
		return { bytes: text.length, rowsRead: meter.count().rowsRead, text }
	}
	const cursors = [...live.matchAll(/^id: (\S+)$/gm)].map((match) => match[1])
	// All but the first frame: an ended run is streamed only to viewers that have seen part of it.
	const whole = await replayed(cursors[0] ?? '')
	expect(whole.text).toBe(live.slice(live.indexOf('\n\n') + 2))
	const rest = await replayed(cursors.at(-100) ?? '')
	console.log(
		`REPLAY ${JSON.stringify({
			chunks: cursors.length,
			blocks: blocks['n'],
			whole: { bytes: whole.bytes, rowsRead: whole.rowsRead },
			rest: { bytes: rest.bytes, rowsRead: rest.rowsRead },
		})}`,
	)
})
