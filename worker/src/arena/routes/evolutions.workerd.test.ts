/** The evolutions of a project are there for its members, and for nobody else. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { EvolutionList, EvolutionTree } from '@fairlead/protocol/arena/evolutions'
import { expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import { type Client, fetchApp } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { newShare } from '../../../test/people/share-kit.ts'
import { eraseEvolutions } from '../../accounts/erasure/erase-evolution.ts'
import { database } from '../../db/client.ts'
import { newId } from '../../ids.ts'
import type { TreeNode } from '../evolution/tree.ts'
import { evolutions } from '../store/schema.ts'

useApi()
const db = database(env.DB)
const objectOf = (id: string) => env.EVOLUTION.getByName(id)

/** One that is over as far as D1 knows, so that it computes nothing during the test; with two warriors in its tree. */
async function bred(projectId: string, userId: string, startedAt: number): Promise<string> {
	const id = newId('evo')
	await db.insert(evolutions).values({ id, projectId, userId, startedAt, endedAt: startedAt + 5 })
	await objectOf(id).begin({
		...({ id, mode: '1v1', seed: 1, budget: 100 } as const),
		...{ first: 'jmp 0\n', opponents: ['mov 0, 1\n'] },
	})
	await runDurableObjectAlarm(objectOf(id))
	const node = (at: number, parent: number | null): TreeNode => ({
		...{ id: at, parent, generation: at, at: 1_000 + at, name: `Weak g${at}` },
		...{ score: 50 + at, parentScore: parent === null ? null : 50, redcode: `dat 0, ${at}\n` },
	})
	await runInDurableObject(objectOf(id), (_, { storage }) =>
		storage.put({ 'node:0000': node(0, null), 'node:0001': node(1, 0) }),
	)
	return id
}

const pathOf = (projectId: string, id = '') =>
	`/api/projects/${projectId}/evolutions${id === '' ? '' : `/${id}`}`
const listed = async (client: Client, projectId: string) =>
	EvolutionList.parse(await (await client.call('GET', pathOf(projectId))).json()).evolutions

test('a member reads the evolutions of all, the newest first, and each with its family tree', async () => {
	const { id: projectId } = await api.owner.newProject('Breeding')
	expect(await listed(api.owner, projectId)).toEqual([])
	const [one, other] = [await newMember(projectId, 'editor'), await newMember(projectId, 'viewer')]
	const older = await bred(projectId, one.userId, 10)
	const newer = await bred(projectId, other.userId, 20)
	for (const client of [api.owner, other.client]) {
		expect(await listed(client, projectId)).toEqual([
			{ id: newer, by: { userId: other.userId, name: 'Mate' }, startedAt: 20, endedAt: 25 },
			{ id: older, by: { userId: one.userId, name: 'Mate' }, startedAt: 10, endedAt: 15 },
		])
		const answer = await client.call('GET', pathOf(projectId, older))
		const tree = EvolutionTree.parse(await answer.json())
		expect(tree).toMatchObject({ id: older, mode: '1v1', state: 'stopped', tried: 0 })
		expect(tree.warriors).toEqual([
			expect.objectContaining({ id: 0, parent: null, parentScore: null, redcode: 'dat 0, 0\n' }),
			expect.objectContaining({ id: 1, parent: 0, generation: 1, score: 51, parentScore: 50 }),
		])
	}
	const rest = await other.client.call('GET', `${pathOf(projectId, older)}?from=1`)
	expect(EvolutionTree.parse(await rest.json()).warriors.map(({ id }) => id)).toEqual([1])
	const bad = await other.client.call('GET', `${pathOf(projectId, older)}?from=-1`)
	expect((await problemOf(bad)).code).toBe('invalid_request')
	await eraseEvolutions(env, db, { projectId })
})

test('strangers, visitors and people who have left see none', async () => {
	const { id: projectId } = await api.owner.newProject('Breeding')
	const mate = await newMember(projectId, 'editor')
	const id = await bred(projectId, mate.userId, 10)
	const { token } = await newShare(api.owner, projectId)
	const visit = { authorization: `Bearer ${token}` }
	for (const path of [pathOf(projectId), pathOf(projectId, id)]) {
		expect((await api.stranger.call('GET', path)).status).toBe(404)
		expect((await fetchApp(path)).status).toBe(401)
		expect((await fetchApp(path, { headers: visit })).status).toBe(401)
	}
	expect(await listed(mate.client, projectId)).toHaveLength(1)
	const member = `/api/projects/${projectId}/members/${mate.userId}`
	expect((await api.owner.call('DELETE', member)).status).toBe(204)
	expect((await mate.client.call('GET', pathOf(projectId))).status).toBe(404)
	// It has left with its person.
	expect(await listed(api.owner, projectId)).toEqual([])
	expect((await problemOf(await api.owner.call('GET', pathOf(projectId, id)))).code).toBe(
		'not_found',
	)
})
