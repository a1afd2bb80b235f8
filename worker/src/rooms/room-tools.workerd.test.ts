/** A project's own tools, as the room keeps them. */
import { evictDurableObject } from 'cloudflare:test'
import type { CustomTool } from '@fairlead/protocol/wire/editor-link'
import { expect, test } from 'vitest'
import { KEY_A, KEY_B, roomWith, seat, until } from '../../test/double/harness.ts'

const tool = (name: string, size = 10) => ({
	name,
	description: 'x'.repeat(size),
	inputSchema: {},
	risk: 'write',
})

/** The types of stubs cannot express results of unknown shape. */
const toolsOf = (room: unknown, editorKey: string | null): Promise<CustomTool[]> =>
	(room as { customTools(key: string | null): Promise<CustomTool[]> }).customTools(editorKey)

test('tools of the project are known when an editor connects or reloads after the hello, across sleep and absence', async () => {
	const { room, relay } = await roomWith([seat(KEY_A), seat(KEY_B)])
	const names = async (key: string | null) => (await toolsOf(room, key)).map((t) => t.name)
	const told = (key: string, wanted: string[]) =>
		until(
			async () => ((await names(key)).join() === wanted.join() ? true : undefined),
			`the tools ${wanted}`,
		)
	expect(await names(KEY_A)).toEqual([])
	relay.notify('seat.updated', { ...seat(KEY_A), customTools: [tool('bake_level')] })
	await told(KEY_A, ['bake_level'])
	expect(await names(KEY_B)).toEqual([])
	// Two seats and no target: no tools.
	expect(await names(null)).toEqual([])
	await evictDurableObject(room)
	expect(await names(KEY_A)).toEqual(['bake_level'])
	// A phase message does not include tools.
	relay.notify('seat.updated', seat(KEY_A, 'compiling'))
	relay.notify('seat.updated', {
		...seat(KEY_A),
		customTools: [tool('bake_level'), tool('pack_all')],
	})
	await told(KEY_A, ['bake_level', 'pack_all'])
	// Only the tools changed.
	relay.notify('seat.updated', { ...seat(KEY_A), customTools: [] })
	await told(KEY_A, [])
	relay.notify('seat.updated', { ...seat(KEY_A), customTools: [tool('pack_all')] })
	await told(KEY_A, ['pack_all'])
	relay.notify('seat.removed', { editorKey: KEY_A })
	await until(
		async () => ((await room.listSeats()).seats.length === 1 ? true : undefined),
		'removed',
	)
	relay.notify('seat.updated', seat(KEY_A))
	await until(async () => ((await room.listSeats()).seats.length === 2 ? true : undefined), 'back')
	expect(await names(KEY_A)).toEqual([])
})

test('more tools than a row holds are cut, and the link stays up', async () => {
	const { room, relay } = await roomWith([seat(KEY_A)])
	const big = Array.from({ length: 64 }, (_, i) => ({
		...tool(`tool_${String.fromCharCode(97 + (i % 26))}${i}`),
		inputSchema: { description: 'x'.repeat(10_000) },
	}))
	relay.notify('seat.updated', { ...seat(KEY_A), customTools: big })
	const kept = await until(async () => {
		const tools = await toolsOf(room, null)
		return tools.length > 0 ? tools.length : undefined
	}, 'tools')
	expect(kept).toBeGreaterThan(10)
	expect(kept).toBeLessThan(64)
	expect(relay.closed).toBeNull()
})

test('tools of MCP servers of the computer are kept beside those of the project, which cannot pass for them', async () => {
	const { room, relay } = await roomWith([seat(KEY_A)])
	const server = { name: 'fake', computer: 'desk', state: 'idle', tools: 1, leftOut: 0 } as const
	const say = { ...tool('desk_fake__say'), server: 'fake' }
	relay.notify('seat.updated', {
		...seat(KEY_A),
		customTools: [
			tool('bake_level'),
			tool('desk_fake__delete'),
			{ ...tool('x_y'), server: 'fake' },
		],
		servers: { servers: [server], tools: [say] },
	})
	await until(
		async () => ((await toolsOf(room, KEY_A)).length === 2 ? true : undefined),
		'the tools',
	)
	expect((await toolsOf(room, KEY_A)).map(({ name }) => name)).toEqual(['bake_level', say.name])
	expect(await (room as unknown as Desk).deskServers()).toEqual([server])
	// The editor comes back with other tools: those of servers stay.
	relay.notify('seat.updated', { ...seat(KEY_A), customTools: [] })
	await until(
		async () => ((await toolsOf(room, KEY_A)).length === 1 ? true : undefined),
		'its own gone',
	)
	relay.notify('seat.removed', { editorKey: KEY_A })
	await until(
		async () => ((await (room as unknown as Desk).deskServers()).length === 0 ? true : undefined),
		'removed',
	)
})

interface Desk {
	deskServers(): Promise<unknown[]>
}
