import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Stack } from '../../scripts/stack/stack.ts'
import { ChatClient, type Message, textOf, toolParts } from './chat-client.ts'
import { EDITOR } from './editor-kind.ts'
import { editorReady, ownStack, withEditor } from './stack-kit.ts'

let stack: Stack
beforeAll(async () => {
	const own = await ownStack({ editor: EDITOR })
	stack = own.stack
	await editorReady(stack)
	return own.close
})

const succeeded = (message: Message, name: string) =>
	toolParts(message, name).filter((part) => part.state === 'output-available')

/** The fields of a refresh result that this test reads. */
const Refreshed = z.object({
	hasErrors: z.boolean(),
	errors: z.array(z.object({ file: z.string(), line: z.number(), code: z.string() })).default([]),
	availableTypes: z.array(z.object({ name: z.string() })).default([]),
})

/** Types of the components of this object. */
function componentsOf(path: string): Promise<readonly string[]> {
	return withEditor(stack, async (viewer) => {
		const read = await viewer.read('unity_query', { action: 'inspect_object', instance_id: path })
		if (read.status === 'error') throw new Error(JSON.stringify(read.error))
		const { components } = z
			.object({ components: z.array(z.object({ type: z.string() })) })
			.parse(read.result)
		return components.map((component) => component.type)
	})
}

/** Share of pixels that are clearly red, and the mean height (0 top, 1 bottom) they are at. */
function redness(png: Uint8Array): { share: number; height: number } {
	const { width, height, data } = PNG.sync.read(Buffer.from(png))
	let red = 0
	let sum = 0
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const i = (y * width + x) * 4
			const [r = 0, g = 0, b = 0] = [data[i], data[i + 1], data[i + 2]]
			if (r > 90 && r > 2 * g && r > 2 * b) {
				red++
				sum += y / height
			}
		}
	}
	return { share: red / (width * height), height: red === 0 ? 0 : sum / red }
}

describe(`the main job, with the demo model and the editor "${EDITOR}"`, () => {
	test('a red cube is made, coloured, given a body, and seen lying on the floor', async () => {
		const chat = await ChatClient.open(stack)
		const { message } = await chat.ask('make a red cube above the floor and let it fall')
		expect(message.metadata).toMatchObject({ state: 'completed' })
		expect(toolParts(message).filter((part) => part.state !== 'output-available')).toEqual([])

		const created = succeeded(message, 'unity_hierarchy').map((part) => part.input)
		expect(created).toContainEqual(
			expect.objectContaining({ action: 'create', primitive_type: 'Cube' }),
		)
		const components = JSON.stringify(succeeded(message, 'unity_component').map((p) => p.input))
		expect(components).toContain('material.color')
		expect(components).toContain('Rigidbody')

		const inspected = succeeded(message, 'unity_query')
			.filter((part) => part.input?.['action'] === 'inspect_object')
			.map(
				(part) => part.output?.result as { components: { properties: Record<string, unknown> }[] },
			)
		const positions = inspected.flatMap((r) =>
			r.components.map((c) => c.properties['localPosition']),
		)
		// Bodies at rest overlap a little, in Unity as well.
		expect(positions).toContainEqual([
			expect.closeTo(0, 1),
			expect.closeTo(0.5, 1),
			expect.closeTo(0, 1),
		])

		const picture = succeeded(message, 'unity_screenshot').at(-1)?.output?.attachments?.[0]
		expect(picture?.mediaType).toBe('image/png')
		const red = redness(await chat.bytes(picture?.url ?? ''))
		expect(red.share).toBeGreaterThan(0.002)
		expect(red.height).toBeGreaterThan(0.4)

		expect(await chat.messages()).toEqual([expect.objectContaining({ role: 'user' }), message])
	})

	test('a compile error is reported with its location and fixed, the component is attached; one revert undoes it all', async () => {
		const chat = await ChatClient.open(stack)
		await chat.ask('create a blue cube named Spinner at 3 1 0')
		const { message } = await chat.ask('write a broken script that rotates the Spinner')
		expect(message.metadata).toMatchObject({ state: 'completed' })
		const [broken, fixed, ...more] = succeeded(message, 'unity_refresh').map((part) =>
			Refreshed.parse(part.output?.result),
		)
		expect(more).toEqual([])
		expect(broken?.hasErrors).toBe(true)
		expect(broken?.errors[0]).toMatchObject({
			file: expect.stringMatching(/^Assets\/Scripts\/.*\.cs$/),
			line: expect.any(Number),
			code: expect.stringMatching(/^CS\d{4}$/),
		})
		expect(broken?.errors[0]?.line).toBeGreaterThan(0)
		expect(fixed?.hasErrors).toBe(false)
		expect(succeeded(message, 'edit_file')).toHaveLength(1)
		expect(textOf(message)).toMatch(/error/i)
		const wait = message.parts.find((part) => part.type === 'data-wait')
		expect(wait?.data).toMatchObject({ on: 'editor', endedAt: expect.any(Number) })

		const type = fixed?.availableTypes[0]?.name ?? ''
		expect(type).not.toBe('')
		expect(await componentsOf('/Spinner')).toContain(type)

		const reverted = await chat.reverted(await chat.beginRevert(message.id))
		expect(reverted).toMatchObject({ state: 'done' })
		expect(existsSync(join(stack.projectFolder, broken?.errors[0]?.file ?? ''))).toBe(false)
		const components = await componentsOf('/Spinner')
		expect(components).toContain('BoxCollider')
		expect(components).not.toContain(type)
	})

	test('a viewer that leaves and returns sees the same as one that stays', async () => {
		const chat = await ChatClient.open(stack)
		const response = await chat.post('create a green sphere at 0 2 0 and take a screenshot')
		const leaver = chat.follow(response, { leaveAfter: 7 })
		const stayer = chat.follow(null)
		const [left, stayed] = await Promise.all([leaver, stayer])
		expect(left.frames).toBe(stayed.frames)
		expect(left.message).toEqual(stayed.message)
		expect((await chat.messages()).at(-1)).toEqual(left.message)
	})

	test('a message that is sent twice is answered once', async () => {
		const chat = await ChatClient.open(stack)
		const id = crypto.randomUUID()
		const [one, two] = await Promise.all([chat.post('help', id), chat.post('help', id)])
		await Promise.all([chat.follow(one), chat.follow(two)])
		expect(await chat.messages()).toHaveLength(2)
	})
})
