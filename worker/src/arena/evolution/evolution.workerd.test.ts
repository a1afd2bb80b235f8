/** An evolution survives the end of its object, ends with what it belongs to, and is nobody else's. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { assemble, type Warrior } from '@fairlead/corewar/source'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, useApi } from '../../../test/api-kit.ts'
import { until } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { eraseEvolutions } from '../../accounts/erasure/erase-evolution.ts'
import { suspendPerson } from '../../accounts/suspension.ts'
import { database } from '../../db/client.ts'
import { members } from '../../db/schema.ts'
import { newId } from '../../ids.ts'
import type { MemberKey } from '../../projects/store/members.ts'
import { SETTINGS } from '../rules/settings.ts'
import { beginEvolution, endEvolution, evolutionOf, MAX_RUNNING } from '../store/evolutions.ts'
import { readEvolution, startEvolution } from './begin.ts'
import { Evolution } from './evolution.ts'
import { lineOfDescent, type TreeNode } from './tree.ts'

useApi()
const db = database(env.DB)

const warriorOf = (source: string): Warrior => {
	const result = assemble(source, SETTINGS.arena)
	if (!result.ok) throw new Error('it does not assemble')
	return result.warrior
}
const WEAK = ';name Weak\nbomb dat 0, 0\nstart mov bomb, 5\nadd #1, start\njmp start\nend start\n'
const WANTED = {
	mode: 'arena' as const,
	first: warriorOf(WEAK),
	opponents: [warriorOf('jmp 0\n'), warriorOf('mov 0, 1\n')],
}
const objectOf = (id: string) => env.EVOLUTION.getByName(id)

async function owner(): Promise<MemberKey> {
	const { id: projectId } = await api.owner.newProject('Breeding')
	const [row] = await db.select().from(members).where(eq(members.projectId, projectId))
	return { projectId, userId: row?.userId ?? '' }
}

/** @returns its id */
async function started(member: MemberKey): Promise<string> {
	const begun = await startEvolution(env, db, member, WANTED, Date.now())
	expect(begun.kind).toBe('began')
	return (await evolutionOf(db, member))?.id ?? ''
}

/** One slice, whatever the object's alarm is set to. */
const slice = (id: string) => runDurableObjectAlarm(objectOf(id))

/** It executes so few instructions that it ends within the next slices. */
const endsSoon = (id: string) =>
	runInDurableObject(objectOf(id), async (_, { storage }) => {
		const order = (await storage.get<{ budget: number }>('order')) ?? { budget: 0 }
		await storage.put('order', { ...order, budget: 30_000_000 })
	})

const left = (id: string) =>
	runInDurableObject(objectOf(id), async (_, { storage }) => ({
		keys: [...(await storage.list()).keys()],
		alarm: await storage.getAlarm(),
	}))
const NOTHING = { keys: [], alarm: null }

test('an evolution evicted between its slices has the same tree in the end as one that was not', async () => {
	const bred = async (isEvicted: boolean) => {
		const member = await owner()
		const id = newId('evo')
		expect(await beginEvolution(db, { id, ...member, startedAt: 1 })).toBe(true)
		await objectOf(id).begin({
			...({ id, mode: 'arena', seed: 7, first: WEAK, budget: 90_000_000 } as const),
			opponents: ['jmp 0\n', 'mov 0, 1\n'],
		})
		let slices = 0
		await until(async () => {
			await slice(id)
			slices++
			if (isEvicted) await evictDurableObject(objectOf(id))
			return (await evolutionOf(db, member))?.endedAt ?? undefined
		}, 'its end')
		expect(slices).toBeGreaterThan(2)
		const tree = await readEvolution(env, db, member)
		await eraseEvolutions(env, db, member)
		return { ...tree, nodes: tree?.nodes.map(({ at: _, ...node }) => node) }
	}
	const evicted = await bred(true)
	expect(evicted).toMatchObject({ state: 'finished', tried: expect.any(Number) })
	expect(evicted.nodes?.[0]).toMatchObject({ id: 0, parent: null, name: 'Weak' })
	expect(evicted.nodes?.length).toBeGreaterThan(1)
	expect(await bred(false)).toEqual(evicted)
})

test('an evolution ends by itself, keeps its tree, and makes room for the next one', async () => {
	const member = await owner()
	const id = await started(member)
	await endsSoon(id)
	await until(async () => {
		await slice(id)
		return (await evolutionOf(db, member))?.endedAt ?? undefined
	}, 'its end')
	const tree = await readEvolution(env, db, member)
	expect(tree).toMatchObject({ state: 'finished', progress: 100, note: null, mode: 'arena' })
	expect(tree?.nodes.length).toBeGreaterThan(0)
	// A day later it looks whether it is still wanted, and stays.
	await slice(id)
	expect((await readEvolution(env, db, member))?.state).toBe('finished')
	const next = await started(member)
	expect(next).not.toBe(id)
	expect(await left(id)).toEqual(NOTHING)
	await eraseEvolutions(env, db, member)
})

test('a person has one evolution at a time in a project: also of two that begin at once, one begins', async () => {
	const member = await owner()
	const begun = await Promise.all(
		[1, 2].map(() => startEvolution(env, db, member, WANTED, Date.now())),
	)
	expect(begun.map(({ kind }) => kind)).toContain('began')
	expect(begun.filter(({ kind }) => kind === 'began')).toHaveLength(1)
	const again = await startEvolution(env, db, member, WANTED, Date.now())
	expect(again).toMatchObject({ kind: 'is_running', tree: { state: 'running' } })
	// Another member has one of their own, and another project too.
	const mate = await newMember(member.projectId, 'editor')
	await started({ projectId: member.projectId, userId: mate.userId })
	await eraseEvolutions(env, db, { projectId: member.projectId })
})

test('the server runs a bounded number of evolutions at once, and says that it is full', async () => {
	const member = await owner()
	const rows = Array.from({ length: MAX_RUNNING }, async () => {
		const { userId } = await newMember(member.projectId, 'editor')
		await env.DB.prepare('insert into evolutions values (?, ?, ?, 1, null)')
			.bind(newId('evo'), member.projectId, userId)
			.run()
	})
	await Promise.all(rows)
	const begun = await startEvolution(env, db, member, WANTED, Date.now())
	expect(begun).toEqual({ kind: 'full' })
	await env.DB.exec('update evolutions set ended_at = 1')
	await started(member)
	await eraseEvolutions(env, db, { projectId: member.projectId })
})

test('a deleted project takes its evolution along, while it runs', async () => {
	const member = await owner()
	const id = await started(member)
	await slice(id)
	const path = `/api/projects/${member.projectId}`
	expect((await api.owner.call('DELETE', path)).status).toBe(204)
	expect(await left(id)).toEqual(NOTHING)
	expect(await evolutionOf(db, member)).toBeUndefined()
})

test('a person who leaves the project takes their evolution along', async () => {
	const { projectId } = await owner()
	const mate = await newMember(projectId, 'editor')
	const id = await started({ projectId, userId: mate.userId })
	await slice(id)
	const path = `/api/projects/${projectId}/members/${mate.userId}`
	expect((await api.owner.call('DELETE', path)).status).toBe(204)
	expect(await left(id)).toEqual(NOTHING)
})

test('a deleted account takes its evolution along', async () => {
	const { projectId } = await owner()
	const mate = await newMember(projectId, 'editor')
	const id = await started({ projectId, userId: mate.userId })
	await slice(id)
	expect((await mate.client.call('DELETE', '/api/account', { name: 'Mate' })).status).toBe(204)
	await until(
		async () => ((await left(id)).keys.length === 0 ? true : undefined),
		'the tree to be gone',
	)
})

test('an evolution whose row is gone, however that came, forgets itself; a suspended person computes no more', async () => {
	const [one, other] = [await owner(), await owner()]
	const [id, held] = [await started(one), await started(other)]
	await slice(id)
	await env.DB.prepare('delete from evolutions where id = ?').bind(id).run()
	await slice(id)
	expect(await left(id)).toEqual(NOTHING)
	await suspendPerson(env, db, other.userId, 'Abuse', Date.now())
	await slice(held)
	await env.DB.exec('delete from allowances')
	expect(await readEvolution(env, db, other)).toMatchObject({
		state: 'stopped',
		note: expect.stringContaining('no longer'),
	})
	await eraseEvolutions(env, db, other)
})

test('an evolution waits while D1 is away, and one that the engine refuses ends with what to do', async () => {
	const member = await owner()
	const id = await started(member)
	await slice(id)
	await runInDurableObject(objectOf(id), async (_, state) => {
		const away = {
			...env,
			DB: {
				prepare: () => {
					throw new Error('D1_ERROR: away')
				},
			},
		} as unknown as typeof env
		await new Evolution(state, away).alarm()
		expect(await state.storage.getAlarm()).not.toBeNull()
		await state.storage.put('node:0000', { id: 0, redcode: 'jmp nowhere' })
		await new Evolution(state, env).alarm()
		await new Evolution(state, env).alarm()
	})
	expect(await readEvolution(env, db, member)).toMatchObject({
		state: 'failed',
		note: expect.stringContaining('Start another one'),
	})
	expect((await evolutionOf(db, member))?.endedAt).not.toBeNull()
	await eraseEvolutions(env, db, member)
})

test('an evolution whose object never heard of it does not hold its place', async () => {
	const member = await owner()
	const id = await started(member)
	await objectOf(id).destroy()
	await started(member)
	await endEvolution(db, id, 1)
	await eraseEvolutions(env, db, member)
})

test('the line of descent leads from the first warrior to the one with the best score', () => {
	const node = (id: number, parent: number | null, score: number) =>
		({ id, parent, score }) as TreeNode
	const tree = [node(0, null, 40), node(1, 0, 50), node(2, 0, 45), node(3, 1, 49), node(4, 2, 60)]
	expect(lineOfDescent(tree).map(({ id }) => id)).toEqual([0, 2, 4])
	expect(lineOfDescent([])).toEqual([])
})
