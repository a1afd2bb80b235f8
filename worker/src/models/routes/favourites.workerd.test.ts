/** A person's favourite models: marked once, offered to them alone, also where nobody lists them. */
import { MAX_FAVOURITES, ModelList } from '@fairlead/protocol/models/models'
import { expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import type { Client } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'

useApi()

const mark = (client: Client, name: string, favourite = true) =>
	client.call('POST', '/api/models/favourites', { name, favourite })
async function favouritesOf(client: Client): Promise<string[]> {
	const answer = await client.call('GET', '/api/models?all=true')
	const { models } = ModelList.parse(await answer.json())
	return models.filter(({ favourite }) => favourite).map(({ name }) => name)
}

test('a marked model stays marked until its star is taken, and only for its person', async () => {
	const ada = await newMember(api.projectId, 'viewer')
	const bob = await newMember(api.projectId, 'editor')
	for (const name of [
		'deepseek/deepseek-flash',
		'openrouter/vendor/new',
		'deepseek/deepseek-flash',
	])
		expect((await mark(ada.client, name)).status).toBe(204)
	expect(await favouritesOf(ada.client)).toEqual([
		'deepseek/deepseek-flash',
		'openrouter/vendor/new',
	])
	expect(await favouritesOf(bob.client)).toEqual([])
	await mark(ada.client, 'deepseek/deepseek-flash', false)
	expect(await favouritesOf(ada.client)).toEqual(['openrouter/vendor/new'])
})

test('favourites are bounded, and are models', async () => {
	const { client } = await newMember(api.projectId, 'editor')
	for (let n = 0; n < MAX_FAVOURITES; n++) await mark(client, `openrouter/vendor/m${n}`)
	expect(await problemOf(await mark(client, 'openrouter/vendor/more'))).toMatchObject({
		code: 'conflict',
		status: 409,
		detail: expect.stringContaining('Nothing was changed'),
	})
	// One that is marked already stays so.
	expect((await mark(client, 'openrouter/vendor/m1')).status).toBe(204)
	for (const name of ['sonnet', '/x', 'a b/c', 'x'.repeat(250)])
		expect((await mark(client, name)).status, name).toBe(400)
})
