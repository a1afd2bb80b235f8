/** Reverting a run through the whole product: Worker, room, relay, editor, files on disk. */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RevertItem } from '@fairlead/protocol/conversations/revert'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { ChatClient, type Message } from './chat-client.ts'
import { editorReady, ownStackWithModel, withEditor } from './stack-kit.ts'

let model: FakeAnthropic
let stack: Stack
beforeAll(async () => {
	const own = await ownStackWithModel()
	;({ stack, model } = own)
	await editorReady(stack)
	return own.close
})

const scriptOf = (name: string): string =>
	`using UnityEngine;\npublic class ${name} : MonoBehaviour { public float speed = 90; void Update() { transform.Rotate(0, speed, 0); } }\n`

let toolIds = 0
const use = (name: string, input: Record<string, unknown>) => ({
	id: `toolu_r${++toolIds}`,
	name,
	input,
})

/** A run that creates an object and a script, and attaches the script. */
async function makeSpinner(chat: ChatClient, name: string): Promise<Message> {
	model.script(
		calls(
			use('unity_hierarchy', { action: 'create', primitive_type: 'Cube', name }),
			use('write_file', { path: `Assets/Spin/${name}.cs`, content: scriptOf(name) }),
		),
		calls(use('unity_refresh', { watched_scripts: [name] })),
		calls(
			use('unity_component', {
				action: 'add',
				game_object_id: `/${name}`,
				component_type: name,
				properties: { speed: 45 },
			}),
		),
		text('It spins.'),
	)
	const { message } = await chat.ask(`make ${name} spin`)
	expect(message.metadata).toMatchObject({ state: 'completed' })
	expect(await speedOf(name)).toBe(45)
	return message
}

/** The speed of the script on the object; null if the object does not exist. */
async function speedOf(name: string): Promise<number | null> {
	return withEditor(stack, async (viewer) => {
		const outcome = await viewer.read('unity_query', {
			action: 'inspect_object',
			instance_id: `/${name}`,
			component_type: name,
		})
		if (outcome.status === 'error') {
			expect(outcome.error.code).toBe('not_found')
			return null
		}
		const { components } = outcome.result as {
			components: { properties: Record<string, number> }[]
		}
		return components[0]?.properties['speed'] ?? null
	})
}

const file = (name: string): string => join(stack.projectFolder, 'Assets', 'Spin', `${name}.cs`)
const statesOf = (items: readonly RevertItem[]): Record<string, string> =>
	Object.fromEntries(items.map((i) => [i.key, [i.state, i.reason].filter(Boolean).join(' ')]))

describe('a run that made an object and a script', () => {
	test('is reverted whole, restored whole, and the model is notified', async () => {
		const chat = await ChatClient.open(stack)
		const { id } = await makeSpinner(chat, 'Twirl')
		const { items } = await chat.previewRevert(id)
		expect(statesOf(items)).toEqual({
			scene: 'ready',
			'file:Assets/Spin/Twirl.cs': 'ready',
			'file:Assets/Spin': 'ready',
		})
		const first = await chat.reverted(await chat.beginRevert(id))
		expect(first).toMatchObject({ state: 'done', counts: { reverted: 3 } })
		expect(await speedOf('Twirl')).toBeNull()
		expect(existsSync(file('Twirl'))).toBe(false)
		expect(existsSync(`${file('Twirl')}.meta`)).toBe(false)
		const stored = (await chat.messages()).at(-1)
		expect(stored?.parts.at(-1)).toMatchObject({ type: 'data-revert', data: { state: 'done' } })

		const back = await chat.reverted(await chat.beginRevert(id, { revertId: first.revertId }))
		expect(back).toMatchObject({ state: 'done', counts: { reverted: 3 } })
		expect(await readFile(file('Twirl'), 'utf8')).toBe(scriptOf('Twirl'))
		expect(await speedOf('Twirl')).toBe(45)

		model.script(text('I see.'))
		const before = model.requests.length
		await chat.ask('and now?')
		const sent = JSON.stringify(model.requests[before]?.body)
		expect(sent).toContain('The user reverted what you did')
		expect(sent).toContain('The user restored what you did')
	})

	test('files the user edited since then stay, unless the user chooses otherwise', async () => {
		const chat = await ChatClient.open(stack)
		const { id } = await makeSpinner(chat, 'Whirl')
		await writeFile(file('Whirl'), '// mine')
		const { items } = await chat.previewRevert(id)
		const key = 'file:Assets/Spin/Whirl.cs'
		expect(statesOf(items)).toMatchObject({ scene: 'ready', [key]: 'conflict changed' })
		const part = await chat.reverted(await chat.beginRevert(id))
		expect(statesOf(part.items)).toMatchObject({ scene: 'reverted', [key]: 'skipped changed' })
		expect(await readFile(file('Whirl'), 'utf8')).toBe('// mine')
		const seen = items.find((item) => item.key === key)?.seen
		const choices = [{ key, choice: 'overwrite', seen }]
		const again = await chat.reverted(await chat.beginRevert(id, { choices }))
		expect(statesOf(again.items)).toMatchObject({ scene: 'unchanged', [key]: 'reverted' })
		expect(existsSync(file('Whirl'))).toBe(false)
	})

	test('later changes in the scene are named, and stay', async () => {
		const chat = await ChatClient.open(stack)
		const { id } = await makeSpinner(chat, 'Swirl')
		const other = await ChatClient.open(stack)
		model.script(calls(use('unity_hierarchy', { action: 'create', name: 'Later' })), text('Made.'))
		await other.ask('make another one')
		const { items } = await chat.previewRevert(id)
		expect(items[0]).toMatchObject({
			key: 'scene',
			state: 'conflict',
			reason: 'changed_above',
			details: [expect.stringContaining('Later')],
		})
		await chat.reverted(await chat.beginRevert(id))
		const choices = [{ key: 'scene', choice: 'overwrite', seen: items[0]?.seen }]
		const part = await chat.reverted(await chat.beginRevert(id, { choices }))
		expect(statesOf(part.items)).toMatchObject({ scene: 'reverted' })
	})

	test('is reverted normally if the relay is killed during the revert, with nothing done twice', async () => {
		const chat = await ChatClient.open(stack)
		const { id } = await makeSpinner(chat, 'Gyre')
		const revertId = await chat.beginRevert(id)
		await stack.relay.kill()
		await stack.restartRelay()
		const part = await chat.reverted(revertId)
		expect(statesOf(part.items)).toMatchObject({
			scene: 'reverted',
			'file:Assets/Spin/Gyre.cs': 'reverted',
		})
		expect(await speedOf('Gyre')).toBeNull()
		expect(existsSync(file('Gyre'))).toBe(false)
		const back = await chat.reverted(await chat.beginRevert(id, { revertId }))
		expect(back.state).toBe('done')
		expect(await readFile(file('Gyre'), 'utf8')).toBe(scriptOf('Gyre'))
		expect(await speedOf('Gyre')).toBe(45)
	})
})
