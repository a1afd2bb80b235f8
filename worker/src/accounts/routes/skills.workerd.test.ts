/** Skills of an account: stored within bounds, nobody else's, offered to the runs of their person. */
import { env } from 'cloudflare:workers'
import { AccountSkill, AccountSkillList, SKILL } from '@fairlead/protocol/projects/skills'
import { expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import type { Client } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { database } from '../../db/client.ts'
import { authorsSkill, authorsSkills } from '../store/skills.ts'

useApi()

const put = (client: Client, name: string, more: object = {}) =>
	client.call('PUT', `/api/skills/${name}`, {
		description: 'Doors and\n gates.',
		instructions: 'Doors are 2.2 m high.',
		...more,
	})
const listed = async (client: Client) =>
	AccountSkillList.parse(await (await client.call('GET', '/api/skills')).json()).skills

test('a skill is stored, changed, listed without its instructions, and removed', async () => {
	const { client } = await newMember(api.projectId, 'viewer')
	expect((await put(client, 'doors')).status).toBe(200)
	expect((await put(client, 'doors', { instructions: 'Doors are 2.4 m high.' })).status).toBe(200)
	const [skill, ...others] = await listed(client)
	expect(others).toEqual([])
	expect(skill).toMatchObject({ name: 'doors', description: 'Doors and gates.' })
	expect(skill).not.toHaveProperty('instructions')
	const whole = AccountSkill.parse(await (await client.call('GET', '/api/skills/doors')).json())
	expect(whole.instructions).toBe('Doors are 2.4 m high.')
	expect((await client.call('DELETE', '/api/skills/doors')).status).toBe(204)
	expect((await client.call('GET', '/api/skills/doors')).status).toBe(404)
	expect((await client.call('DELETE', '/api/skills/doors')).status).toBe(404)
})

test('the longest skill is stored, and what is longer or misnamed is refused', async () => {
	const { client } = await newMember(api.projectId, 'editor')
	const longest = '\u{1F6AA}'.repeat(SKILL.instructionsChars)
	expect((await put(client, 'doors', { instructions: longest })).status).toBe(200)
	const refused: readonly [string, object][] = [
		['doors', { instructions: `${longest}x` }],
		['doors', { instructions: ' \n' }],
		['doors', { description: 'x'.repeat(SKILL.descriptionChars + 1) }],
		['Doors', {}],
		['doors--in', {}],
	]
	for (const [name, more] of refused) {
		expect((await problemOf(await put(client, name, more))).code).toBe('invalid_request')
	}
	expect(await listed(client)).toHaveLength(1)
})

test('an account has a bounded number of skills; one that exists can still be changed', async () => {
	const { client } = await newMember(api.projectId, 'editor')
	for (let n = 0; n < SKILL.perAccount; n++) expect((await put(client, `s${n}`)).status).toBe(200)
	expect((await problemOf(await put(client, 'one-more'))).code).toBe('conflict')
	expect((await put(client, 's0')).status).toBe(200)
})

test('a skill is seen and loaded by its own person only; another member, a share link and an automation do not', async () => {
	const ada = await newMember(api.projectId, 'editor')
	const ben = await newMember(api.projectId, 'editor')
	await put(ada.client, 'doors')
	expect(await listed(ben.client)).toEqual([])
	expect((await ben.client.call('GET', '/api/skills/doors')).status).toBe(404)
	const db = database(env.DB)
	const author = (kind: 'session' | 'token' | 'share' | 'webhook', userId: string | null) => ({
		kind,
		id: 'x',
		userId,
		name: 'x',
	})
	for (const kind of ['session', 'token'] as const) {
		const own = author(kind, ada.userId)
		expect(await authorsSkills(db, own)).toEqual([
			{ name: 'doors', description: 'Doors and gates.' },
		])
		expect(await authorsSkill(db, own, 'doors')).toBe('Doors are 2.2 m high.')
	}
	const others = [author('session', ben.userId), author('share', null), author('webhook', null)]
	for (const other of others) {
		expect(await authorsSkills(db, other)).toEqual([])
		expect(await authorsSkill(db, other, 'doors')).toBeNull()
	}
})
