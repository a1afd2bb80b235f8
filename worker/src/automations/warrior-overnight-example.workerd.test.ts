/** The example "every night: a better warrior", as its page shows it, started by its schedule. The model follows a script. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { assemble, STOCK_WARRIORS } from '@fairlead/corewar/source'
import { CreateAutomation } from '@fairlead/protocol/automations/automations'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { api, useApi } from '../../test/api-kit.ts'
import { SHORT } from '../../test/arena/arena-kit.ts'
import {
	deliveriesOf,
	type Made,
	newAutomation,
	settled,
} from '../../test/automations/automation-kit.ts'
import { type Client, until } from '../../test/double/harness.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { eraseEvolutions } from '../accounts/erasure/erase-evolution.ts'
import { startEvolution } from '../arena/evolution/begin.ts'
import { SETTINGS } from '../arena/rules/settings.ts'
import { evolutionOf } from '../arena/store/evolutions.ts'
import { database } from '../db/client.ts'
import { storeModelKey } from '../models/model-keys.ts'
import type { MemberKey } from '../projects/store/members.ts'

useApi()
const db = database(env.DB)

const [, shown = ''] =
	/## The automation\n+```json\n([\s\S]*?)\n```/.exec(env.WARRIOR_OVERNIGHT) ?? []
const EXAMPLE = z.parse(CreateAutomation, JSON.parse(shown))

interface Message {
	readonly role: string
	readonly content: string | null
}
type Call = readonly [name: string, args: object]

/** The next call that the page's prompt asks for, from the results that the model reads. */
function nextCall(results: readonly Record<string, unknown>[]): Call | string {
	const [evolution, profile, battle] = results
	const source = String(evolution?.['redcode'])
	const { id } = (profile?.['warrior'] ?? {}) as { id?: number }
	switch (results.length) {
		case 0:
			return ['get_evolution', {}]
		case 1:
			return evolution?.['state'] === 'running' ? 'It is still running.' : ['get_profile', {}]
		case 2:
			return ['simulate', { warriors: [source, `warrior:${id}`], mode: '1v1', rounds: 5, seed: 5 }]
		case 3: {
			const [own, other] = (battle?.['standings'] ?? []) as { wins: number }[]
			if ((own?.wins ?? 0) <= (other?.wins ?? 0)) return 'It is not better.'
			return ['upload_warrior', { name: 'Overnight', redcode: source }]
		}
		case 4:
			return ['evolve', { warrior: source, mode: '1v1', opponents: ['stock:Dwarf'] }]
		default:
			return 'Overnight is stored now.'
	}
}

const frames = (delta: object, finish: string): string =>
	`${[
		{ choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }] },
		{ choices: [{ index: 0, delta: {}, finish_reason: finish }] },
		{ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
	]
		.map((frame) => `data: ${JSON.stringify(frame)}\n\n`)
		.join('')}data: [DONE]\n\n`

const wrongs: string[] = []
/** The facts that the model was told last. */
let told = ''

beforeAll(() => {
	vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
		const body = (await new Request(input, init).json()) as { messages: Message[] }
		const results = body.messages.filter(({ role }) => role === 'tool')
		const read = results.map(({ content }) => {
			try {
				return JSON.parse(content ?? '') as Record<string, unknown>
			} catch {
				wrongs.push(String(content))
				return {}
			}
		})
		told = results.at(-1)?.content ?? ''
		const next = nextCall(read)
		if (typeof next === 'string') return stream(frames({ content: next }, 'stop'))
		const [name, args] = next
		const fn = { name, arguments: JSON.stringify(args) }
		const call = { index: 0, id: `call_${results.length}`, type: 'function', function: fn }
		return stream(frames({ tool_calls: [call] }, 'tool_calls'))
	})
})
afterAll(() => {
	vi.unstubAllGlobals()
})

const stream = (text: string) =>
	new Response(text, { headers: { 'content-type': 'text/event-stream' } })

/** Makes the scheduled time of the night come. */
async function nightComes({ projectId }: Made): Promise<void> {
	await runInDurableObject(env.AUTOMATIONS.getByName(projectId), async (_, { storage }) => {
		storage.sql.exec('UPDATE schedule SET due_at = ?, look_at = 0', Date.now() - 1_000)
		await storage.setAlarm(Date.now())
	})
}

const nightly = async (client: Client, made: Made) => {
	await nightComes(made)
	const [{ id }] = await until(async () => {
		const [first] = await deliveriesOf(client, made)
		return first ? ([first] as const) : undefined
	}, 'the delivery of the night')
	return settled(client, made, id)
}

/** An evolution that is over after a few slices. */
async function evolved(member: MemberKey): Promise<string> {
	const dwarf = assemble(STOCK_WARRIORS[1]?.source ?? '', SETTINGS['1v1'])
	const sitter = assemble('jmp 0\n', SETTINGS['1v1'])
	if (!dwarf.ok || !sitter.ok) throw new Error('it does not assemble')
	const wanted = { mode: '1v1', first: dwarf.warrior, opponents: [sitter.warrior] } as const
	await startEvolution(env, db, member, wanted, 1)
	const id = (await evolutionOf(db, member))?.id ?? ''
	const object = env.EVOLUTION.getByName(id)
	await runInDurableObject(object, async (_, { storage }) => {
		await storage.put('order', { ...(await storage.get<object>('order')), budget: 1_000_000 })
	})
	await until(async () => {
		await runDurableObjectAlarm(object)
		return (await evolutionOf(db, member))?.endedAt ?? undefined
	}, 'the evolution to end')
	return id
}

const ownWarrior = async (client: Client) => {
	const answer = await client.call('GET', '/api/account/arena-player')
	return ((await answer.json()) as { player: { warrior: { name: string } | null } }).player.warrior
}

test('the night of the example comes: the run uploads what was bred as its maker, and starts the next evolution', async () => {
	const { client, userId } = await newMember(api.projectId, 'viewer')
	const { id: projectId } = (await (
		await client.call('POST', '/api/projects', { name: 'Ladder', kind: 'corewar' })
	).json()) as { id: string }
	const member = { projectId, userId }
	await client.call('POST', '/api/account/arena-player', { name: 'Night owl' })
	await client.call('POST', '/api/account/arena-player/warrior', { name: 'Old', redcode: SHORT })
	await storeModelKey(env, db, { userId, provider: 'deepseek' }, 'sk-key-of-owl', 1)
	const before = await evolved(member)
	const made = await newAutomation(client, projectId, {
		...EXAMPLE,
		model: 'deepseek/deepseek-flash',
	})
	expect(await nightly(client, made)).toMatchObject({ run: { state: 'completed' } })
	expect(wrongs).toEqual([])
	expect(await ownWarrior(client)).toMatchObject({ name: 'Overnight' })
	const next = await evolutionOf(db, member)
	expect(next, told.slice(0, 500)).toMatchObject({ endedAt: null, userId })
	expect(next?.id).not.toBe(before)
	await eraseEvolutions(env, db, member)
})
