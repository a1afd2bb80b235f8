/** A script with an API token and the client as it is published. */

import type { CreatedApiToken } from '@fairlead/protocol/api-tokens'
import { beforeAll, expect, test } from 'vitest'
import type * as published from '../../client/src/index.ts'
import type { Stack } from '../../scripts/stack.ts'
import { asOwner, editorReady, objectsNamed, ownStack } from './stack-kit.ts'

/** The result of `npm run build`, not the sources. */
const BUILT: string = '../../client/dist/index.js'

let stack: Stack
let client: typeof published
beforeAll(async () => {
	client = await import(BUILT)
	const own = await ownStack()
	stack = own.stack
	await editorReady(stack)
	return own.close
})

async function newToken(scopes: readonly string[]): Promise<CreatedApiToken> {
	const made = await asOwner(stack, 'POST', '/api/tokens', {
		label: 'e2e',
		scopes,
		expiresInDays: 1,
	})
	expect(made.status).toBe(201)
	return (await made.json()) as CreatedApiToken
}

test('it lists projects, begins a conversation, follows the work, and is refused once the token is revoked', async () => {
	const { createFairlead, done } = client
	const { id, token } = await newToken([
		'projects:read',
		'conversations:read',
		'conversations:write',
		'runs:start',
	])
	const fairlead = createFairlead({ origin: stack.origin, token })
	const { api } = fairlead
	const { projects } = await done(api.GET('/api/projects'))
	const project = projects.find((one) => one.id === stack.projectId)
	expect(project).toBeDefined()
	const conversation = await done(
		api.POST('/api/projects/{projectId}/conversations', {
			params: { path: { projectId: stack.projectId } },
			body: { mode: 'auto' },
		}),
	)
	let text = ''
	let last = ''
	for await (const chunk of fairlead.say(conversation.id, 'create a cube named FromScript')) {
		if (chunk.type === 'text-delta') text += String(chunk['delta'])
		last = chunk.type
	}
	expect(last).toBe('finish')
	expect(text).toContain('FromScript')
	expect(await objectsNamed(stack, 'FromScript')).toBe(1)

	// Its scopes end where they were set.
	const path = { conversationId: conversation.id }
	await expect(api.GET('/api/usage')).rejects.toMatchObject({ status: 403 })
	expect((await asOwner(stack, 'DELETE', `/api/tokens/${id}`)).status).toBe(204)
	await expect(
		api.GET('/api/conversations/{conversationId}', { params: { path } }),
	).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
})
