/** Saved prompts of an account: kept within bounds, and nobody else's. */
import { SAVED_PROMPT, SavedPromptList } from '@fairlead/protocol/people/saved-prompts'
import { expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import type { Client } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'

useApi()

const idOf = (n: number): string => `prm_${String(n).padStart(24, '0')}`
const put = (client: Client, n: number, more: object = {}) =>
	client.call('PUT', `/api/prompts/${idOf(n)}`, {
		name: `Prompt ${n}`,
		text: 'Look at the scene,\nand say what is wrong.',
		...more,
	})
const listed = async (client: Client) =>
	SavedPromptList.parse(await (await client.call('GET', '/api/prompts')).json()).prompts

test('a prompt is saved once however often it is sent, changed, listed by name, and removed', async () => {
	const { client } = await newMember(api.projectId, 'viewer')
	await put(client, 2)
	await Promise.all([1, 2, 3].map(() => put(client, 1, { name: '  A review ' })))
	expect((await put(client, 2, { text: 'Shorter.' })).status).toBe(200)
	expect(await listed(client)).toMatchObject([
		{ id: idOf(1), name: 'A review', text: 'Look at the scene,\nand say what is wrong.' },
		{ id: idOf(2), name: 'Prompt 2', text: 'Shorter.' },
	])
	expect((await client.call('DELETE', `/api/prompts/${idOf(1)}`)).status).toBe(204)
	expect((await client.call('DELETE', `/api/prompts/${idOf(1)}`)).status).toBe(404)
	expect(await listed(client)).toHaveLength(1)
})

test('the longest is saved; what is longer, empty or hidden is refused', async () => {
	const { client } = await newMember(api.projectId, 'editor')
	const longest = 'x'.repeat(SAVED_PROMPT.textChars)
	expect((await put(client, 1, { text: longest })).status).toBe(200)
	for (const more of [
		{ text: `${longest}x` },
		{ text: '' },
		{ name: ' ' },
		{ name: 'x'.repeat(SAVED_PROMPT.nameChars + 1) },
		{ name: 'two\nlines' },
		{ name: 'a\u202eb' },
	])
		expect((await problemOf(await put(client, 2, more))).code).toBe('invalid_request')
	expect((await client.call('PUT', '/api/prompts/abc', { name: 'A', text: 'b' })).status).toBe(404)
	expect(await listed(client)).toHaveLength(1)
})

test('an account has a bounded number; one that exists can still be changed', async () => {
	const { client } = await newMember(api.projectId, 'editor')
	for (let n = 0; n < SAVED_PROMPT.perAccount; n++) expect((await put(client, n)).status).toBe(200)
	expect((await problemOf(await put(client, SAVED_PROMPT.perAccount))).code).toBe('conflict')
	expect((await put(client, 0)).status).toBe(200)
})

test('another person neither sees, changes nor removes it, though the ids are the same', async () => {
	const ada = await newMember(api.projectId, 'editor')
	const ben = await newMember(api.projectId, 'editor')
	await put(ada.client, 1)
	expect(await listed(ben.client)).toEqual([])
	expect((await ben.client.call('DELETE', `/api/prompts/${idOf(1)}`)).status).toBe(404)
	await put(ben.client, 1, { name: 'Of Ben' })
	expect(await listed(ada.client)).toMatchObject([{ name: 'Prompt 1' }])
	expect(await listed(ben.client)).toMatchObject([{ name: 'Of Ben' }])
})
