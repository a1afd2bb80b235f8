/** evolve and get_evolution: one at a time, for the person whose run it is, in the run's project. */
import { env } from 'cloudflare:workers'
import type { Author } from '@fairlead/protocol/people/author'
import { resolveCall, TOOLS } from '@fairlead/protocol/tools'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, useApi } from '../../../test/api-kit.ts'
import { newAutomation } from '../../../test/automations/automation-kit.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { eraseEvolutions } from '../../accounts/erasure/erase-evolution.ts'
import { database } from '../../db/client.ts'
import { members } from '../../db/schema.ts'
import { evolutionOf } from '../store/evolutions.ts'
import { arenaTools } from './pack-tools.ts'

useApi()
const db = database(env.DB)

const session = (userId: string): Author => ({ kind: 'session', id: userId, userId, name: 'Ada' })

async function call(
	projectId: string,
	author: Author,
	name: 'evolve' | 'get_evolution',
	args: object = {},
) {
	const resolved = resolveCall(name, args)
	if (!resolved.ok) throw new Error(resolved.error.message)
	const { params } = resolved.call
	const { signal } = new AbortController()
	const how = { params, signal, model: null }
	const outcome = await arenaTools(env, projectId).call(name, author, how)
	if (outcome.status === 'ok') TOOLS[name].actions.run.output.parse(outcome.result)
	return outcome
}
const began = (projectId: string, author: Author) =>
	call(projectId, author, 'evolve', { warrior: 'stock:Dwarf', mode: 'arena' })

test('an evolution begins, is read, and is not begun twice', async () => {
	const { id } = await api.owner.newProject()
	const { userId } = await newMember(id, 'editor')
	expect(await call(id, session(userId), 'get_evolution')).toMatchObject({
		error: { code: 'not_found', hint: expect.stringContaining('evolve') },
	})
	expect(await began(id, session(userId))).toMatchObject({
		result: { began: true, state: 'running', mode: 'arena', progress: 0 },
	})
	expect(await call(id, session(userId), 'get_evolution')).toMatchObject({
		result: { state: 'running', redcode: expect.stringContaining(';name Dwarf') },
	})
	expect(await began(id, session(userId))).toMatchObject({ result: { began: false } })
	await eraseEvolutions(env, db, { projectId: id })
})

test('nobody reads the evolution of somebody else, or of another project', async () => {
	const [{ id }, other] = [await api.owner.newProject(), await api.owner.newProject()]
	const [ada, bob] = [await newMember(id, 'editor'), await newMember(id, 'editor')]
	await began(id, session(ada.userId))
	for (const [projectId, userId] of [
		[id, bob.userId],
		[other.id, ada.userId],
	] as const) {
		const read = await call(projectId, session(userId), 'get_evolution')
		expect(read).toMatchObject({ error: { code: 'not_found' } })
	}
	const guest: Author = { id: 'shr_1', userId: null, kind: 'share', name: 'Guest 1' }
	for (const name of ['get_evolution', 'evolve'] as const) {
		const refused = await call(id, guest, name, name === 'evolve' ? { warrior: 'stock:Imp' } : {})
		expect(refused).toMatchObject({ error: { code: 'denied' } })
	}
	await eraseEvolutions(env, db, { projectId: id })
})

test('a schedule breeds as its maker, and as nobody once its maker may not manage automations', async () => {
	const { client, userId } = await newMember(api.projectId, 'viewer')
	const { id: projectId } = await client.newProject()
	const trigger = { kind: 'schedule', cron: '0 1 * * *', timeZone: 'UTC' } as const
	const made = await newAutomation(client, projectId, { trigger, template: 'Breed.' })
	const schedule: Author = { kind: 'schedule', id: made.id, userId: null, name: made.name }
	expect(await began(projectId, schedule)).toMatchObject({ result: { began: true } })
	expect(await evolutionOf(db, { projectId, userId })).toMatchObject({ endedAt: null })
	await db.update(members).set({ role: 'viewer' }).where(eq(members.userId, userId))
	expect(await call(projectId, schedule, 'get_evolution')).toMatchObject({
		error: { code: 'denied' },
	})
	await eraseEvolutions(env, db, { projectId })
})

test.each([
	['a source that does not assemble', { warrior: 'mov 0, nowhere' }, /Warrior 1/],
	['an opponent that does not exist', { warrior: 'jmp 0', opponents: ['stock:Nobody'] }, /nobody/],
	['one that is too long', { warrior: 'jmp 0\n'.repeat(101) }, /101 instructions.*100/],
])('%s is refused, and nothing begins', async (_, args, message) => {
	const { id } = await api.owner.newProject()
	const { userId } = await newMember(id, 'editor')
	const refused = await call(id, session(userId), 'evolve', args)
	expect(refused).toMatchObject({ error: { message: expect.stringMatching(message) } })
	expect(await evolutionOf(db, { projectId: id, userId })).toBeUndefined()
})
