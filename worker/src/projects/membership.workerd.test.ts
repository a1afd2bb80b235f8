/** Roles, leaving and handing over a project; of two who do it at the same moment, one is refused. */
import { env } from 'cloudflare:workers'
import { MemberList } from '@fairlead/protocol/people/people'
import { ChangeList } from '@fairlead/protocol/projects/project'
import { beforeEach, describe, expect, test } from 'vitest'
import { volume } from '../../../test/volume.ts'
import { problemOf } from '../../test/api-kit.ts'
import { Client, fetchApp } from '../../test/double/harness.ts'
import { newMember } from '../../test/people/people-kit.ts'
import type { MemberRole } from '../access/actor.ts'
import { routes } from '../http/routes.ts'

interface Person {
	readonly client: Client
	readonly userId: string
}

let owner: Person
let projectId: string
let path: string

const member = (role: MemberRole): Promise<Person> => newMember(projectId, role)
const transfer = (from: Person, to: string, ownRole?: string) =>
	from.client.call('POST', `${path}/members/${to}/transfer`, ownRole ? { ownRole } : {})
const leave = (person: Person) => person.client.call('POST', `${path}/leave`)

async function roles(): Promise<Record<string, MemberRole>> {
	const list = await env.DB.prepare('select user_id, role from members where project_id = ?')
		.bind(projectId)
		.all<{ user_id: string; role: MemberRole }>()
	return Object.fromEntries(list.results.map((row) => [row.user_id, row.role]))
}

async function recorded(): Promise<unknown[]> {
	const answer = await owner.client.call('GET', `${path}/changes`)
	return ChangeList.parse(await answer.json())
		.changes.filter(({ what }) => what === 'role')
		.map(({ subject, before, after }) => [subject, before, after])
}

beforeEach(async () => {
	const client = await Client.signIn()
	const me = (await (await client.call('GET', '/api/me')).json()) as { userId: string }
	owner = { client, userId: me.userId }
	projectId = (await client.newProject('Ours')).id
	path = `/api/projects/${projectId}`
})

describe('the last owner', () => {
	test('neither leaves nor steps down, and the list says who is one', async () => {
		const mate = await member('viewer')
		expect((await problemOf(await leave(owner))).code).toBe('conflict')
		const own = `${path}/members/${owner.userId}`
		expect((await owner.client.call('DELETE', own)).status).toBe(409)
		expect((await owner.client.call('PATCH', own, { role: 'viewer' })).status).toBe(409)
		const list = MemberList.parse(
			await (await mate.client.call('GET', `${path}/members`)).json(),
		).members.map(({ userId, role }) => [userId, role])
		expect(Object.fromEntries(list)).toEqual({ [owner.userId]: 'owner', [mate.userId]: 'viewer' })
		expect(await recorded()).toEqual([])
	})

	test.each(['leave', 'step down'] as const)(
		'two owners who %s at the same moment: one stays an owner, again and again',
		async (how) => {
			for (let i = 0; i < volume(50); i++) {
				await env.DB.prepare('delete from members where project_id = ?').bind(projectId).run()
				await env.DB.prepare('insert into members values (?, ?, ?, ?)')
					.bind(projectId, owner.userId, 'owner', 1)
					.run()
				const other = await member('owner')
				const answers = await Promise.all(
					[owner, other].map((person) =>
						how === 'leave'
							? leave(person)
							: person.client.call('PATCH', `${path}/members/${person.userId}`, {
									role: 'viewer',
								}),
					),
				)
				expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
				expect(Object.values(await roles()).filter((role) => role === 'owner')).toHaveLength(1)
			}
		},
		60_000,
	)
})

describe('leaving', () => {
	test.each(['viewer', 'approver', 'editor'] as const)(
		'as %s: nothing is left to see',
		async (role) => {
			const mate = await member(role)
			expect((await leave(mate)).status).toBe(204)
			expect((await mate.client.call('GET', path)).status).toBe(404)
			// A lost answer is asked again: they are no member, and see nothing.
			expect((await leave(mate)).status).toBe(404)
			expect(await recorded()).toEqual([[mate.userId, role, null]])
		},
	)

	test('an owner leaves where another one stays', async () => {
		const other = await member('owner')
		expect((await leave(other)).status).toBe(204)
		expect(await roles()).toEqual({ [owner.userId]: 'owner' })
	})
})

describe('handing over', () => {
	test('both roles change, or neither', async () => {
		const mate = await member('viewer')
		expect((await transfer(owner, mate.userId)).status).toBe(204)
		expect(await roles()).toEqual({ [owner.userId]: 'editor', [mate.userId]: 'owner' })
		// They have the same time, so their order is undefined.
		const changes = await recorded()
		expect(changes).toHaveLength(2)
		expect(changes).toContainEqual([owner.userId, 'owner', 'editor'])
		expect(changes).toContainEqual([mate.userId, 'viewer', 'owner'])
		// They are no owner any more.
		expect((await transfer(owner, mate.userId)).status).toBe(403)
	})

	test('to someone who is no member changes nothing, also with another owner there', async () => {
		const other = await member('owner')
		const stranger = await newMember((await owner.client.newProject('Other')).id, 'viewer')
		expect((await transfer(owner, stranger.userId)).status).toBe(404)
		expect((await transfer(owner, 'usr_0000000000none')).status).toBe(404)
		expect((await transfer(owner, owner.userId)).status).toBe(400)
		expect(await roles()).toEqual({ [owner.userId]: 'owner', [other.userId]: 'owner' })
	})

	test('while the new owner leaves: the project keeps an owner, again and again', async () => {
		for (let i = 0; i < volume(30); i++) {
			await env.DB.prepare('delete from members where project_id = ?').bind(projectId).run()
			await env.DB.prepare('insert into members values (?, ?, ?, ?)')
				.bind(projectId, owner.userId, 'owner', 1)
				.run()
			const mate = await member('editor')
			await Promise.all([transfer(owner, mate.userId, 'viewer'), leave(mate)])
			expect(Object.values(await roles()), `round ${i}`).toContain('owner')
		}
	}, 60_000)

	test('to each other at the same moment: one of them owns it, or both', async () => {
		const other = await member('owner')
		await Promise.all([transfer(owner, other.userId), transfer(other, owner.userId)])
		expect(Object.values(await roles())).toContain('owner')
	})
})

test('a role that stays the same is not recorded', async () => {
	const mate = await member('viewer')
	const change = { role: 'viewer' }
	const answer = await owner.client.call('PATCH', `${path}/members/${mate.userId}`, change)
	expect(answer.status).toBe(204)
	expect(await recorded()).toEqual([])
})

describe('the doors', () => {
	const doors = routes.filter(({ path: at }) => /members|invitations|leave/.test(at))
	const of = (at: string, id: string) =>
		at.replace(':projectId', id).replace(':userId', owner.userId).replace(/:\w+/, 'inv_1')
	const bodies: Record<string, object> = {
		updateMember: { role: 'viewer' },
		transferOwnership: {},
		createInvitation: { role: 'viewer' },
		lookAtInvitation: { token: 'x' },
		acceptInvitation: { token: 'x' },
	}

	test.each(
		doors
			.filter(({ path: at }) => at.includes(':projectId'))
			.map((one) => [one.operationId, one] as const),
	)(
		'%s of a foreign project: as if it did not exist',
		async (operationId, { method, path: at }) => {
			const stranger = await newMember((await owner.client.newProject('Other')).id, 'owner')
			const ask = (id: string) =>
				stranger.client.call(method.toUpperCase(), of(at, id), bodies[operationId])
			const foreign = await problemOf(await ask(projectId))
			expect(foreign.status).toBe(404)
			expect(await problemOf(await ask('prj_0000000000none'))).toEqual({
				...foreign,
				requestId: expect.any(String),
			})
			expect(await roles()).toEqual({ [owner.userId]: 'owner' })
		},
	)

	test.each(
		doors.filter(({ method }) => method !== 'get').map((one) => [one.operationId, one] as const),
	)('%s from a foreign page: refused', async (operationId, { method, path: at }) => {
		const answer = await fetchApp(of(at, projectId), {
			method: method.toUpperCase(),
			headers: {
				cookie: owner.client.cookie,
				origin: 'https://evil.example',
				'content-type': 'application/json',
			},
			body: JSON.stringify(bodies[operationId] ?? {}),
		})
		expect(answer.status).toBe(403)
	})

	test.each(['viewer', 'approver', 'editor'] as const)(
		'a member with the role %s manages nobody',
		async (role) => {
			const mate = await member(role)
			for (const { operationId, method, path: at, access } of doors) {
				if (access.needs !== 'members.change' && access.needs !== 'invitations.manage') continue
				const answer = await mate.client.call(
					method.toUpperCase(),
					of(at, projectId),
					bodies[operationId],
				)
				expect(answer.status, operationId).toBe(403)
			}
		},
	)
})
