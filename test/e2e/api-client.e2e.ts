/** A script with an API token and the client as it is published, and the scripts of `examples/` as people run them. */

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreatedAutomation, DeliveryList } from '@fairlead/protocol/automations/automations'
import type { CreatedApiToken } from '@fairlead/protocol/people/api-tokens'
import { beforeAll, expect, test } from 'vitest'
import type * as published from '../../client/src/index.ts'
import { ROOT } from '../../scripts/paths.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { asOwner, editorReady, inProject, objectsNamed, ownStack } from './stack-kit.ts'

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

test('the published client lists projects, begins a conversation, follows the work, and is refused once the token is revoked', async () => {
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

/** @throws with `code` and `stderr` if it ends with another code than 0 */
const example = (
	path: string,
	args: readonly string[],
	env: Readonly<Record<string, string>>,
): Promise<{ stdout: string; stderr: string }> =>
	promisify(execFile)(process.execPath, [join(ROOT, 'examples', path), ...args], {
		cwd: ROOT,
		env: { ...process.env, ...env },
	})

test('examples/client-script runs a task, names its calls, and prints the answer', async () => {
	const { token } = await newToken(['conversations:read', 'conversations:write', 'runs:start'])
	const page = `${stack.origin}/p/${stack.projectId}`
	const ask = (task: string) =>
		example('client-script/ask.ts', [task], { FAIRLEAD_PROJECT: page, FAIRLEAD_TOKEN: token })
	const { stdout, stderr } = await ask('create a cube named Copied')
	expect(stdout).toContain('Copied')
	expect(stderr).toMatch(/^http:\S+\/c\/cnv_\w+\n(· \w+\n)+$/)
	expect(await objectsNamed(stack, 'Copied')).toBe(1)
	// A run that waits for a person must not look like one that is done.
	await expect(ask('ask a sub-agent to make a cube')).rejects.toMatchObject({
		code: 1,
		stderr: expect.stringContaining('The run has not completed (tool-calls).'),
	})
})

test('examples/webhook-sender begins one run, however often a delivery is sent, and says why one is refused', async () => {
	const made = CreatedAutomation.parse(
		await inProject(stack, 'POST', '/automations', {
			name: 'Herald of builds',
			trigger: { kind: 'webhook', proof: 'standard' },
			condition: 'branch == "main"',
			template: 'create a cube named Herald at 0 1 0',
		}),
	)
	const send = (secret: string | null) =>
		example('webhook-sender/send.ts', ['build-417', '{"branch":"main"}'], {
			HOOK_URL: `${stack.origin}/hooks/${made.id}`,
			HOOK_SECRET: secret ?? '',
		})
	const first = await send(made.secret)
	expect(first.stdout).toMatch(/^Delivered as dlv_\w+\./)
	expect(await send(made.secret)).toEqual(first)
	await expect(send('whsec_Zm9yZ2Vk')).rejects.toMatchObject({
		code: 1,
		stderr: expect.stringContaining('Not delivered (401): '),
	})
	const deliveries = async () =>
		DeliveryList.parse(await inProject(stack, 'GET', `/automations/${made.id}/deliveries`))
			.deliveries
	const runs = async () => (await deliveries()).flatMap(({ run }) => run?.state ?? [])
	await expect.poll(runs).toEqual(['completed'])
	expect(await objectsNamed(stack, 'Herald')).toBe(1)
})
